// A list behind many archived or deleted records, or with many filter values, takes several turns:
// no turn reads over a thousand records or exceeds its time.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import type { ListName } from '#core/search/list-access.ts';
import type { Database } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import type { ScanState } from '#db/lists/scan-state.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const hiddenCount = 1_030;
const shownCount = 20;
const readAtOnce = 1_000;

withEachTables('lists with many hidden records', (db) => {
  let brandId: string;
  const ids = {} as Record<'workItems' | 'customers', string[]>;

  before(async () => {
    brandId = await makeLeads(db, hiddenCount + shownCount);
    ids.workItems = await newestFirst(db, 'work_items', brandId);
    ids.customers = await newestFirst(db, 'customers', brandId);
    await hideNewest(db, 'work_items', ids.workItems);
    await hideNewest(db, 'customers', ids.customers);
  });

  const questions: [ListName & keyof typeof ids, filters: { status?: string[] }][] = [
    ['workItems', {}],
    ['workItems', { status: ['request'] }],
    ['workItems', { status: ['request', 'lost'] }],
    ['customers', {}],
  ];
  for (const [list, filters] of questions) {
    test(`${list} by ${JSON.stringify(filters)}`, async () => {
      const first = await ask(db, list, { brandId, filters });
      assert.ok(typeof first === 'object' && 'soFar' in first);
      const { found, after } = first.soFar;
      assert.deepEqual(found, []);
      // Each of several values stops by itself, and the rest is scanned from the start.
      const isInOrder = filters.status?.length !== 2;
      assert.equal(after?.id, isInOrder ? ids[list][readAtOnce - 1] : undefined);
      const shown = await askToTheEnd(db, list, { brandId, filters, soFar: first.soFar });
      assert.deepEqual(shown, ids[list].slice(hiddenCount));
    });
  }

  test('continues after the first turn’s findings', async () => {
    const shown = ids.workItems[0]!;
    await db.run('update work_items set archived_at = null where id = ?', shown);
    const first = await ask(db, 'workItems', { brandId, filters: {} });
    assert.ok(typeof first === 'object' && 'soFar' in first);
    assert.deepEqual(
      first.soFar.found.map(({ id }) => id),
      [shown],
    );
    const all = await askToTheEnd(db, 'workItems', { brandId, filters: {}, soFar: first.soFar });
    assert.deepEqual(all, [shown, ...ids.workItems.slice(hiddenCount)]);
  });

  test('takes one turn when the page fills or the list ends first', async () => {
    for (const [list, limit] of [
      ['workItems', shownCount - 1],
      ['customers', 200],
    ] as const) {
      const after = await positionOf(db, list, ids[list][hiddenCount - 1]!);
      const step = await ask(db, list, { brandId, filters: {}, after, limit });
      assert.ok(typeof step === 'object' && 'keys' in step);
      assert.equal(step.keys.length, shownCount);
    }
  });
});

withEachTables('lists by many values', (db) => {
  test('reads values one by one, until its turn is over', async () => {
    const brandId = await makeLeads(db, 50);
    const city = Array.from({ length: 50 }, (_, at) => `city ${at}`);
    const expected = (await newestFirst(db, 'addresses', brandId)).slice(0, 6);
    let statements = 0;
    const counted = new Proxy({} as Database, {
      get(_, member) {
        if (member === 'rows') statements++;
        return Reflect.get(db, member);
      },
    });
    let soFar: ScanState | undefined;
    let turns = 0;
    for (;;) {
      statements = 0;
      const asked = { brandId, filters: { city }, soFar, limit: 5 };
      const step = await ask(counted, 'addresses', asked);
      turns++;
      assert.equal(statements, 1);
      assert.ok(typeof step === 'object');
      if ('keys' in step) {
        assert.deepEqual(
          step.keys.map(({ id }) => id),
          expected,
        );
        break;
      }
      ({ soFar } = step);
    }
    assert.equal(turns, city.length);
  });
});

function ask(db: Database, list: ListName, asked: object) {
  const request = {
    phase: 'lead',
    words: undefined,
    sort: { field: 'createdAt', descending: true },
    after: undefined,
    limit: 50,
    ...asked,
  };
  // Every turn's time is up immediately.
  return findPage(db, list, request as never, () => () => true);
}

async function askToTheEnd(
  db: Database,
  list: ListName,
  asked: { brandId: string; filters: object; soFar: ScanState },
): Promise<string[]> {
  const step = await ask(db, list, asked);
  assert.ok(typeof step === 'object');
  if ('soFar' in step) return askToTheEnd(db, list, { ...asked, soFar: step.soFar });
  return step.keys.map(({ id }) => id);
}

async function makeLeads(db: Database, count: number): Promise<string> {
  const context = systemContext();
  const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, context);
  const requests = Array.from({ length: count }, (_, at) => ({
    brandId,
    brandCountry: 'NL',
    brandLanguage: 'en' as const,
    author: { ...systemAuthor, requestId: context.newId() },
    lead: {
      customerName: 'Jansen',
      email: `p${at}@example.com`,
      title: 'Roof',
      city: `City ${at}`,
    },
    rawBody: '{}',
    idempotency: null,
  }));
  for (let made = 0; made < count; made += 250) {
    await createLeads(db, requests.slice(made, made + 250), context);
  }
  return brandId;
}

async function newestFirst(db: Database, table: string, brandId: string): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `select id from ${table} where brand_id = ? order by created_at desc, id desc`,
    brandId,
  );
  return rows.map(({ id }) => id);
}

/** Every other one is archived, the rest deleted. */
async function hideNewest(db: Database, table: string, ids: readonly string[]): Promise<void> {
  const last = ids[hiddenCount - 1]!;
  const [row] = await db.all<{ at: number }>(
    `select created_at as at from ${table} where id = ?`,
    last,
  );
  const newer = '(created_at, id) >= (?, ?)';
  await db.run(`update ${table} set archived_at = created_at where ${newer}`, row!.at, last);
  await db.run(
    `update ${table} set archived_at = null, deleted_at = created_at where ${newer} and id in (${ids
      .slice(0, hiddenCount)
      .filter((_, at) => at % 2 === 1)
      .map((id) => `'${id}'`)
      .join(', ')})`,
    row!.at,
    last,
  );
}

async function positionOf(db: Database, list: 'workItems' | 'customers', id: string) {
  const table = list === 'workItems' ? 'work_items' : 'customers';
  const [row] = await db.all<{ value: number }>(
    `select created_at as value from ${table} where id = ?`,
    id,
  );
  return { value: row!.value, id };
}
