// A scan in chunks finds what one full scan would: in order, without duplicates or gaps, wherever a
// chunk ends and whichever method finds it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as fc from 'fast-check';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import type { Position } from '#core/requests/cursor.ts';
import type { ListName } from '#core/search/list-access.ts';
import {
  matcherOf,
  wordsOfAddress,
  wordsOfCustomer,
  wordsOfWorkItem,
} from '#core/search/search-words.ts';
import type { Database } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import type { ScanState } from '#db/lists/scan-state.ts';
import { beginScan } from '#db/lists/scan-list.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

interface Item {
  id: string;
  words: string[];
  sortValues: Record<string, number>;
  passes: Record<string, (asked: never) => boolean>;
}

// The walk ends and the index takes over after the first hundred.
const count = 260;
const recordsMax = 40_000;
const first = ['gutter', 'fence', 'roof', 'gutter fence'];
const second = ['odd', 'even', 'ode', 'fencing', ''];
const streets = ['Dorpsstraat', 'Dorpsplein', 'Kade'];
const cities = ['Utrecht', 'Breda', 'Zwolle'];
const wordOfMany = { workItems: 'f', customers: 'example', addresses: 'ab' };
const statuses = ['request', 'contacted', 'lost'];
const from = Date.parse('2026-03-01T12:00:00Z');

withEachTables('looking through', (db) => {
  let brandId: string;
  const items = {} as Record<ListName, Item[]>;

  before(async () => {
    ({ id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, systemContext()));
    await makeLeads(db, brandId);
    items.workItems = await readWorkItems(db, brandId);
    items.customers = await readCustomers(db, brandId);
    items.addresses = await readAddresses(db, brandId);
    for (const all of Object.values(items)) assert.equal(all.length, count);
  });

  const check = async (runs: number) =>
    fc.assert(
      fc.asyncProperty(questions, fc.infiniteStream(fc.boolean()), async (question, isOver) => {
        const { list, filters, words, sort, limit } = question;
        const expected = items[list]
          .filter((item) => isFound(item, filters, words))
          .sort((one, other) => compare(one, other, sort));
        const found: string[] = [];
        let after: Position | undefined;
        do {
          const request = { brandId, phase: 'lead', filters, words, sort, after, limit };
          const page = await readWhole(db, list, request, () => isOver.next().value!);
          found.push(...page.ids);
          after = page.next;
        } while (after);
        assert.deepEqual(
          found,
          expected.map(({ id }) => id),
        );
      }),
      { numRuns: runs },
    );

  // Each chunk is a round trip there.
  test('finds every record once, in order', () => check(db.engine === 'sqlite' ? 200 : 40));

  test('ends a search at its limit: with a short page, or as too broad', async () => {
    const read = (list: ListName, words: string[], after: Position | undefined) => {
      const way = { by: 'walk on' } as const;
      const soFar = { ...beginScan({ after, words }), way, effort: recordsMax, chunk: 50 };
      const sort = { field: 'createdAt', descending: true };
      const request = {
        brandId,
        phase: 'lead',
        filters: {},
        words,
        sort,
        after,
        limit: 200,
        soFar,
        recordsMax,
      };
      return findPage(db, list, request as never, () => () => false);
    };
    for (const [list, word] of Object.entries(wordOfMany) as [ListName, string][]) {
      const found: string[] = [];
      let pages = 0;
      let after: Position | undefined;
      do {
        const page = await read(list, [word], after);
        assert.ok(typeof page === 'object' && 'keys' in page);
        found.push(...page.keys.map(({ id }) => id));
        after = page.next;
        pages++;
      } while (after);
      const expected = items[list].filter((item) => isFound(item, {}, [word]));
      assert.deepEqual(new Set(found), new Set(expected.map(({ id }) => id)), list);
      assert.equal(found.length, expected.length, list);
      assert.equal(pages, Math.ceil((count + 1) / 50), list);
      assert.equal(await read(list, [word, `no${word}`], undefined), 'too_broad', list);
    }
  });

  test('also when creation times are not in order of arrival', async () => {
    if (!db.keepsArrivalOrder) return;
    await db.run(`update revisions set revision = 1 where subject = 'clockSetBack'`);
    await check(100);
  });
});

const timeAround = fc.integer({ min: -5, max: count }).map((n) => from + n * 1000);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const some = (values: readonly string[]) => optional(fc.subarray([...values], { minLength: 1 }));
const wordsAsked = optional(
  fc.subarray(['gut', 'fence', 'f', 'od', 'even', 'dorps', 'b', 'kade', '7 '], {
    minLength: 1,
    maxLength: 3,
  }),
);
const times = {
  createdSince: optional(timeAround),
  createdBefore: optional(timeAround),
  updatedSince: optional(timeAround),
  updatedBefore: optional(timeAround),
  archived: fc.constantFrom('exclude', 'include', 'only'),
};
const question = <List extends ListName>(
  list: List,
  filters: Record<string, fc.Arbitrary<unknown>>,
  sorts: string[],
) =>
  fc.record({
    list: fc.constant(list),
    filters: fc
      .record(filters)
      .chain((all) => fc.subarray(Object.entries(all)).map(Object.fromEntries)),
    words: wordsAsked,
    sort: fc.record({ field: fc.constantFrom(...sorts), descending: fc.boolean() }),
    limit: fc.constantFrom(3, 20, 200),
  });
const questions = fc.oneof(
  question('workItems', { status: some(statuses), priority: some(['low', 'high']), ...times }, [
    'createdAt',
    'updatedAt',
    'priority',
    'urgency',
  ]),
  question('customers', { email: optional(fc.constant('p3@example.com')), ...times }, [
    'createdAt',
    'updatedAt',
  ]),
  question('addresses', { city: some(['utrecht', 'breda']), postalCode: some(['1003AB']) }, [
    'createdAt',
  ]),
);

/** A page, in as many chunks as it takes, each possibly on another thread. */
async function readWhole(db: Database, list: ListName, request: object, isOver: () => boolean) {
  let soFar: ScanState | undefined;
  for (;;) {
    const step = await findPage(db, list, { ...request, soFar, recordsMax } as never, () => isOver);
    assert.ok(step !== 'too_broad');
    if ('soFar' in step) {
      // The overall deadline may pass too: then the page may be short.
      soFar = { ...structuredClone(step.soFar), isLast: isOver() };
      continue;
    }
    const { limit } = request as { limit: number };
    const page = step.keys.slice(0, limit);
    const last = page.at(-1);
    const isMore = step.keys.length > limit;
    return {
      ids: page.map(({ id }) => id),
      next: isMore ? { value: last!.sortValue, id: last!.id } : step.next,
    };
  }
}

function isFound({ words, passes }: Item, filters: object, asked: string[] | undefined): boolean {
  const { archived = 'exclude' } = filters as { archived?: string };
  return (
    (asked ?? []).every((one) => matcherOf(one)(words)) &&
    Object.entries({ ...filters, archived }).every(
      ([name, value]) => value === undefined || (passes[name]?.(value as never) ?? true),
    )
  );
}

function compare(one: Item, other: Item, sort: { field: string; descending: boolean }): number {
  const by = one.sortValues[sort.field]! - other.sortValues[sort.field]!;
  return (by || (one.id < other.id ? -1 : 1)) * (sort.descending ? -1 : 1);
}

async function makeLeads(db: Database, brandId: string): Promise<void> {
  const context = systemContext();
  for (let made = 0; made < count; made += 65) {
    const leads = Array.from({ length: 65 }, (_, at) => leadOf(made + at));
    const requests = leads.map((lead) => ({
      brandId,
      brandCountry: 'NL',
      brandLanguage: 'en' as const,
      author: { ...systemAuthor, requestId: context.newId() },
      lead,
      rawBody: '{}',
      idempotency: null,
    }));
    for (const { outcome } of await createLeads(db, requests, context)) {
      assert.equal(outcome, 'created');
    }
  }
  // Creation times in order of arrival, in pairs; update times in another order.
  for (const table of ['work_items', 'customers', 'addresses']) {
    const ids = await db.all<{ id: string }>(
      `select id from ${table} where brand_id = ? order by id`,
      brandId,
    );
    for (const [at, { id }] of ids.entries()) {
      const createdAt = from + (at >> 1) * 1000;
      await db.run(`update ${table} set created_at = ? where id = ?`, createdAt, id);
      if (table === 'addresses') continue;
      const updatedAt = from + ((at * 7) % count) * 1000;
      await db.run(`update ${table} set updated_at = ? where id = ?`, updatedAt, id);
      if (at % 9 === 4) await db.run(`update ${table} set archived_at = ? where id = ?`, from, id);
      if (table === 'customers') continue;
      const status = statuses[at % 5] ?? 'request';
      await db.run('update work_items set status = ? where id = ?', status, id);
    }
  }
}

function leadOf(at: number) {
  return {
    customerName: `${second[at % 5] || 'Jansen'} ${at}`,
    email: `p${at}@example.com`,
    title: `${first[at % 4]} ${second[at % 5]}`.trim(),
    priority: (['low', 'medium', 'high'] as const)[at % 3]!,
    street: streets[at % 3]!,
    streetNumber: String(at % 40),
    postalCode: `10${String(at % 30).padStart(2, '0')} AB`,
    city: cities[at % 3]!,
  };
}

type Row = Record<string, string & number>;

const inTimes = ({ created_at: created, updated_at: updated, archived_at: archived }: Row) => ({
  createdSince: (at: number) => created! >= at,
  createdBefore: (at: number) => created! < at,
  updatedSince: (at: number) => updated! >= at,
  updatedBefore: (at: number) => updated! < at,
  archived: (asked: string) => asked === 'include' || (asked === 'only') === (archived !== null),
});

const priorityRanks = ['low', 'medium', 'high', 'urgent'];

async function readWorkItems(db: Database, brandId: string): Promise<Item[]> {
  const rows = await db.all<Row>(
    `select w.*, c.name, c.email, c.phone, c.company_name as "companyName",
        c.secondary_phone as "secondaryPhone", a.street, a.street_number as "streetNumber",
        a.street_number_addition as "streetNumberAddition", a.postal_code as "postalCode",
        a.postal_code_key as "postalCodeKey", a.city
      from work_items w
      join customers c on c.brand_id = w.brand_id and c.id = w.customer_id
      left join addresses a on a.brand_id = w.brand_id and a.id = w.address_id
      where w.brand_id = ?`,
    brandId,
  );
  return rows.map((row) => ({
    id: row['id']!,
    words: wordsOfWorkItem(
      row as never,
      row as never,
      row['street'] === null ? null : (row as never),
    ),
    sortValues: {
      createdAt: row['created_at']!,
      updatedAt: row['updated_at']!,
      priority: row['priority_rank']!,
      urgency: row['priority_rank']! * 1e13 - row['received_at']!,
    },
    passes: {
      ...inTimes(row),
      status: (asked: string[]) => asked.includes(row['status']!),
      priority: (asked: string[]) => asked.includes(priorityRanks[row['priority_rank']!]!),
    },
  }));
}

async function readCustomers(db: Database, brandId: string): Promise<Item[]> {
  const rows = await db.all<Row>('select * from customers where brand_id = ?', brandId);
  return rows.map((row) => ({
    id: row['id']!,
    words: wordsOfCustomer({
      ...(row as never as Parameters<typeof wordsOfCustomer>[0]),
      firstName: row['first_name']!,
      lastName: row['last_name']!,
      companyName: row['company_name']!,
      secondaryPhone: row['secondary_phone']!,
    }),
    sortValues: { createdAt: row['created_at']!, updatedAt: row['updated_at']! },
    passes: { ...inTimes(row), email: (asked: string) => row['email'] === asked },
  }));
}

async function readAddresses(db: Database, brandId: string): Promise<Item[]> {
  const rows = await db.all<Row>('select * from addresses where brand_id = ?', brandId);
  return rows.map((row) => ({
    id: row['id']!,
    words: wordsOfAddress({
      street: row['street']!,
      streetNumber: row['street_number']!,
      streetNumberAddition: row['street_number_addition']!,
      postalCode: row['postal_code']!,
      postalCodeKey: row['postal_code_key']!,
      city: row['city']!,
    }),
    sortValues: { createdAt: row['created_at']! },
    passes: {
      city: (asked: string[]) => asked.includes(row['city_key']!),
      postalCode: (asked: string[]) => asked.includes(row['postal_code_key']!),
    },
  }));
}
