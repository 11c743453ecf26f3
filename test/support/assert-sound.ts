import assert from 'node:assert/strict';
import type { Database, Engine } from '#db/database.ts';
import type { TestServer } from './server.ts';

// Each query counts one kind of half-made lead.
const halves: Record<string, string> = {
  'work items without a submission': `select count(*) as found from work_items w where not exists
    (select 1 from lead_submissions s where s.brand_id = w.brand_id and s.work_item_id = w.id)`,
  'work items without a customer': `select count(*) as found from work_items w where not exists
    (select 1 from customers c where c.brand_id = w.brand_id and c.id = w.customer_id)`,
  'work items whose address is missing': `select count(*) as found from work_items w
    where address_id is not null and not exists
    (select 1 from addresses a where a.brand_id = w.brand_id and a.id = w.address_id)`,
  'customers without a work item': `select count(*) as found from customers c where not exists
    (select 1 from work_items w where w.brand_id = c.brand_id and w.customer_id = c.id)`,
  'addresses without a work item': `select count(*) as found from addresses a where not exists
    (select 1 from work_items w where w.brand_id = a.brand_id and w.address_id = a.id)`,
  'remembered answers about no work item': `select count(*) as found from idempotency_keys i
    where not exists
    (select 1 from work_items w where w.brand_id = i.brand_id and w.id = i.work_item_id)`,
};

const searchHalves: Record<Engine, Record<string, string>> = {
  sqlite: {
    'work items that no search finds': `select count(*) as found from work_items
      where seq not in (select id from work_item_search_docsize)`,
    'search entries without a work item': `select count(*) as found from work_item_search_docsize
      where id not in (select seq from work_items)`,
    'addresses that no search finds': `select count(*) as found from addresses
      where seq not in (select id from address_search_docsize)`,
    'search entries without an address': `select count(*) as found from address_search_docsize
      where id not in (select seq from addresses)`,
  },
  // There a foreign key rules out an entry without its record.
  postgres: {
    'work items that no search finds': `select count(*) as found from work_items w where not exists
      (select 1 from work_item_search s where s.brand_id = w.brand_id and s.id = w.id)`,
    'addresses that no search finds': `select count(*) as found from addresses a where not exists
      (select 1 from address_search s where s.brand_id = a.brand_id and s.id = a.id)`,
  },
};

/** Asserts that the database and every lead in it are consistent. Returns the number of leads. */
export async function assertSound(server: Pick<TestServer, 'withDatabase'>): Promise<number> {
  const { leads, halves } = await lookForHalves(server);
  assert.deepEqual(halves, {}, 'there by half');
  return leads;
}

/** Each kind found, with its count. */
export function lookForHalves(
  server: Pick<TestServer, 'withDatabase'>,
): Promise<{ leads: number; halves: Record<string, number> }> {
  return server.withDatabase(async (db) => {
    assert.deepEqual(await db.upkeep.checkIntegrity(), []);
    if (db.engine === 'sqlite') await checkSearchIndexes(db);
    const count = async (statement: string) =>
      (await db.first<{ found: number }>(statement))!.found;
    const found: Record<string, number> = {};
    for (const [what, statement] of Object.entries({ ...halves, ...searchHalves[db.engine] })) {
      const there = await count(statement);
      if (there > 0) found[what] = there;
    }
    return { leads: await count('select count(*) as found from work_items'), halves: found };
  });
}

// The indexes check themselves, and throw.
async function checkSearchIndexes(db: Database): Promise<void> {
  for (const index of ['work_item_search', 'address_search']) {
    await db.execute(`insert into ${index} (${index}) values ('integrity-check')`);
  }
}
