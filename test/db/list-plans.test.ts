// Every combination of filters and sorts is either read from a fitting index without a sort, or
// scanned in chunks in the search lane.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { accessOf, type ListName } from '#core/search/list-access.ts';
import type { Database } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import type { SqlText } from '#db/sql-text.ts';
import { kindOf } from '#runner/lanes.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

type Filter = Record<string, unknown>;

interface List {
  action: 'listWorkItems' | 'listCustomers' | 'listAddresses';
  sorts: string[];
  /** For each filter, values that are looked up differently. */
  filters: Filter[];
}

const id = '01a1ecc7-3ada-7000-af30-7245103108b0';

const place = { value: 7, id };

const lists: Record<ListName, List> = {
  workItems: {
    action: 'listWorkItems',
    sorts: ['createdAt', 'updatedAt', 'receivedAt', 'scheduledStart', 'priority', 'urgency'],
    filters: [
      { status: ['request'] },
      { status: ['request', 'lost'] },
      { priority: ['high'] },
      { source: ['web'] },
      { tag: ['vip'] },
      { category: ['roof'] },
      { customerId: id },
      { addressId: id },
      { assigneeId: id },
      { assigneeId: null },
      { followUpBefore: 5 },
      { createdSince: 5 },
      { createdBefore: 6 },
      { updatedSince: 5 },
      { updatedBefore: 6 },
      { scheduledFrom: 5 },
      { scheduledTo: 6 },
      { archived: 'only' },
      { archived: 'include' },
    ],
  },
  customers: {
    action: 'listCustomers',
    sorts: ['createdAt', 'updatedAt'],
    filters: [
      { email: 'a@b.nl' },
      { phone: '0612345678' },
      { tag: ['vip'] },
      { createdSince: 5 },
      { createdBefore: 6 },
      { updatedSince: 5 },
      { updatedBefore: 6 },
      { archived: 'only' },
      { archived: 'include' },
    ],
  },
  addresses: {
    action: 'listAddresses',
    sorts: ['createdAt'],
    filters: [
      { city: ['utrecht'] },
      { city: ['utrecht', 'breda'] },
      { postalCode: ['1000AA'] },
      { postalCode: ['1000AA', '1000AB'] },
    ],
  },
};

/** None, each alone, and each pair. */
function combinationsOf(filters: readonly Filter[]): Filter[] {
  const pairs = filters.flatMap((one, at) =>
    filters
      .slice(at + 1)
      .filter((other) => !Object.keys(other).some((name) => name in one))
      .map((other) => ({ ...one, ...other })),
  );
  return [{}, ...filters, ...pairs];
}

withEachTables('statements of lists', (db) => {
  for (const [list, { action, sorts, filters }] of Object.entries(lists)) {
    test(`${action}: one statement with a fitting index, or chunks`, async () => {
      const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, systemContext());
      let inOne = 0;
      for (const asked of combinationsOf(filters)) {
        for (const field of sorts) {
          const request = {
            brandId,
            phase: 'lead',
            filters: asked,
            words: undefined,
            sort: { field, descending: true },
            after: place,
            limit: 50,
          };
          const about = JSON.stringify([asked, field]);
          const { needsScan, selectiveFilters } = accessOf(list as ListName, request);
          const isByKey = selectiveFilters.length > 0;
          const lane = needsScan && !isByKey ? 'search' : 'list';
          assert.equal(kindOf(action, request), lane, about);
          assert.equal(kindOf(action, { ...request, soFar: { found: [] } }), 'search', about);
          const { pages, bounds } = await statementsFor(db, list as ListName, request);
          assert.equal(pages.length > 0, !needsScan, about);
          assert.equal(bounds.length > 0, needsScan, about);
          inOne += pages.length;
          for (const statement of [...pages, ...bounds]) {
            await assertPlanFits(db, statement, field, about);
          }
        }
      }
      assert.ok(inOne > sorts.length, `${inOne} in one statement`);
    });
  }
});

interface ListStatements {
  /** Statements that read a whole page. */
  pages: SqlText[];
  /** Statements that bound a chunk, or check by index whether records are few. */
  bounds: SqlText[];
}

async function statementsFor(
  db: Database,
  list: ListName,
  request: object,
): Promise<ListStatements> {
  const sent: ListStatements = { pages: [], bounds: [] };
  const observed = new Proxy({} as Database, {
    get(_, member) {
      const own = Reflect.get(db, member);
      if (member !== 'rows') return own;
      return (select: SqlText) => {
        const isBound = / offset \d+$|^select count/.test(select.text);
        const isPiece = select.text.includes(`limit ${Number.MAX_SAFE_INTEGER}`);
        if (isBound) sent.bounds.push(select);
        else if (!isPiece) sent.pages.push(select);
        return own(select);
      };
    },
  });
  await findPage(observed, list, request as never);
  return sent;
}

async function assertPlanFits(db: Database, select: SqlText, field: string, about: string) {
  const columns = columnsIn(select.text);
  const plan =
    db.engine === 'sqlite'
      ? await planOfSqlite(db, select)
      : await bestPlanOfPostgres(db, select, field, columns);
  const told = `${about}\n${select.text}\n${plan.text}`;
  assert.ok(plan.index, `an index in the order of the list: ${told}`);
  assert.deepEqual(missingFrom(plan.index, columns), [], `not in the index: ${told}`);
}

// A status implies its phase, and most records are neither deleted nor archived.
const missingFrom = (index: string, columns: readonly string[]) =>
  columns.filter(
    (name) => !index.includes(name) && !(name === 'phase' && index.includes('status')),
  );

/** In tables this small, indexes can cost the same: those that fit worse are taken away, for as long as it costs no more. */
async function bestPlanOfPostgres(
  db: Database,
  select: SqlText,
  field: string,
  columns: readonly string[],
): Promise<Plan> {
  let plan = await planOfPostgres(db, select, field);
  const undo = new Error('the indexes stay');
  await db
    .transaction(async (tx) => {
      const costOf = ({ text }: Plan) => /cost=\S+/.exec(text)![0];
      let next = plan;
      while (next.index && costOf(next) === costOf(plan)) {
        plan = next;
        if (missingFrom(plan.index!, columns).length === 0) break;
        await tx.execute(`drop index ${/^\w+/.exec(plan.index!)![0]}`);
        next = await planOfPostgres(tx, select, field);
      }
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return plan;
}

interface Plan {
  text: string;
  /** The index and its columns; undefined for any other scan or a sort. */
  index: string | undefined;
}

async function planOfSqlite(db: Database, { text, values }: SqlText): Promise<Plan> {
  const steps = await db.all<{ detail: string }>(
    `explain query plan ${text}`,
    ...(values as string[]),
  );
  const told = steps.map(({ detail }) => detail);
  const [first, ...others] = told.filter((step) => !passesOn.test(step));
  const index = /^SEARCH \w USING (?:COVERING )?INDEX (?!\w+_by_id )(\w+ \(.*\))$/.exec(
    first!,
  )?.[1];
  // Joined records are found by id, a page's end by the same index.
  const isRead = others.every(
    (step) => /^SEARCH \w USING INDEX \w+_by_id /.test(step) || step.endsWith(` INDEX ${index}`),
  );
  return {
    text: told.join('\n'),
    index: isRead ? index?.replace('<expr>', 'coalesce') : undefined,
  };
}

// Steps that pass records on in the same order.
const passesOn = /^(COMPOUND QUERY|LEFT-MOST SUBQUERY|UNION ALL|(CO-ROUTINE|SCAN) \w+)$/;

async function planOfPostgres(
  db: Database,
  { text, values }: SqlText,
  field: string,
): Promise<Plan> {
  let at = 0;
  const literalOf = (value: unknown) => {
    const isRank = /^(priority|urgency)$/.test(field) && value === place.value;
    if (isRank || typeof value === 'string') return `'${value}'`;
    return `to_timestamp(${(value as number) / 1000})`;
  };
  const lines = await db.all<Record<string, string>>(
    `explain ${text.replaceAll('?', () => literalOf(values[at++]))}`,
  );
  const told = lines.map((line) => line['QUERY PLAN']).join('\n');
  // The page is the head of the index scan, with no sort in between.
  const page = text.includes('union all')
    ? 'Limit .*\\n +-> +Subquery Scan .*\\n +Filter: .*\\n +-> +'
    : '';
  const cut = new RegExp(
    `${page}Limit .*\\n +-> +Index (?:Only )?Scan (?:Backward )?using (.*\\n +Index Cond: .*)`,
  ).exec(told);
  return { text: told, index: cut?.[1]?.toLowerCase() };
}

/** The columns compared with parameters. */
function columnsIn(text: string): string[] {
  const conditions = text.matchAll(/ and (?:[wca]\.(\w+)|(coalesce)\(.*?\)) (?:=|in|>=|<) \(?\?/g);
  const columns = [...conditions].map(([, column, expression]) => (column ?? expression)!);
  // This partial index has only such records.
  return text.includes('archived_at is not null') ? [...columns, '_archived'] : columns;
}
