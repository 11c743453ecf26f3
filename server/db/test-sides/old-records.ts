// Old records of a test side, which are deleted for good. Each call is bounded.
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import { lastPosition } from '../events/events.ts';

export interface OldRecords {
  brandId: string;
  /** Records created before this time. */
  before: number;
  most: number;
}

export interface RecordKey {
  createdAt: number;
  id: string;
}

export async function findOldWorkItems(
  db: Database,
  { brandId, before, most }: OldRecords,
): Promise<string[]> {
  // By phase, as the index has it.
  for (const phase of ['lead', 'job']) {
    const rows = await db.all<{ id: string }>(
      `select id from work_items where brand_id = ? and phase = ? and created_at < ?
        order by created_at, id limit ?`,
      brandId,
      phase,
      before,
      most,
    );
    if (rows.length > 0) return rows.map(({ id }) => id);
  }
  return [];
}

/** Delete first what refers to them. */
export async function deleteWorkItems(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  await db.workItemSearch.remove(ids.map((id) => ({ brandId, id })));
  await db.run(
    `delete from work_items where brand_id = ? and id in (${marks(ids)})`,
    brandId,
    ...ids,
  );
}

export function deleteOldMerges(
  db: Database,
  { brandId, before, most }: OldRecords,
): Promise<number> {
  return deleteFirst(db, {
    table: 'customer_merges',
    among: ['brand_id = ? and created_at < ?', brandId, before],
    by: 'id',
    most,
  });
}

/** The next ones after a key, in order of creation. */
export function findOldRecords(
  db: Database,
  table: 'customers' | 'addresses',
  { brandId, before, most, after }: OldRecords & { after: RecordKey },
): Promise<RecordKey[]> {
  return db.all(
    `select created_at as "createdAt", id from ${table}
      where brand_id = ? and created_at < ? and (created_at, id) > (?, ?)
      order by created_at, id limit ?`,
    brandId,
    before,
    after.createdAt,
    after.id,
    most,
  );
}

/** Merged customers that no other record refers to. Of a chain of merges, only the first one. */
export async function findOldMergedCustomers(
  db: Database,
  { brandId, before, most }: OldRecords,
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `select t.id from customers t
      where t.brand_id = ? and t.merged_into is not null and t.created_at < ?
        and ${isUnused(usesOfCustomers)} limit ?`,
    brandId,
    before,
    most,
  );
  return rows.map(({ id }) => id);
}

/** Those of these customers that no other record refers to. Lock the customers first. */
export async function deleteUnusedCustomers(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  const unused = await unusedOf(db, 'customers', { brandId, ids }, usesOfCustomers);
  if (unused.length === 0) return;
  await db.customerSearch.remove(unused.map((id) => ({ brandId, id })));
  const these = `brand_id = ? and id in (${marks(unused)})`;
  await dropRefreshes(db, brandId, unused);
  await db.run(
    `delete from former_work_items where brand_id = ? and customer_id in (${marks(unused)})`,
    brandId,
    ...unused,
  );
  await db.run(`delete from customers where ${these}`, brandId, ...unused);
}

const usesOfCustomers = [
  'work_items r where r.brand_id = t.brand_id and r.customer_id = t.id',
  'customer_merges r where r.brand_id = t.brand_id and r.kept_id = t.id',
  'customer_merges r where r.brand_id = t.brand_id and r.merged_id = t.id',
  'customers r where r.brand_id = t.brand_id and r.merged_into = t.id',
];

/** Those of these addresses that no other record refers to. */
export async function deleteUnusedAddresses(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  // A record that comes to refer to one waits for this transaction, and is then refused.
  await db.all(
    `select id from addresses where brand_id = ? and id in (${marks(ids)})
      order by id${db.dialect.forUpdate}`,
    brandId,
    ...ids,
  );
  const unused = await unusedOf(db, 'addresses', { brandId, ids }, [
    'work_items r where r.brand_id = t.brand_id and r.address_id = t.id',
    'customers r where r.brand_id = t.brand_id and r.address_id = t.id',
  ]);
  if (unused.length === 0) return;
  await db.addressSearch.remove(unused.map((id) => ({ brandId, id })));
  await dropRefreshes(db, brandId, unused);
  await db.run(
    `delete from addresses where brand_id = ? and id in (${marks(unused)})`,
    brandId,
    ...unused,
  );
}

async function dropRefreshes(
  db: Database,
  brandId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await db.run(
    `delete from search_refreshes where brand_id = ? and subject_id in (${marks(subjectIds)})`,
    brandId,
    ...subjectIds,
  );
}

async function unusedOf(
  db: Database,
  table: 'customers' | 'addresses',
  { brandId, ids }: { brandId: string; ids: readonly string[] },
  uses: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<{ id: string }>(
    `select t.id from ${table} t
      where t.brand_id = ? and t.id in (${marks(ids)}) and ${isUnused(uses)}
      order by t.id`,
    brandId,
    ...ids,
  );
  return rows.map(({ id }) => id);
}

function isUnused(uses: readonly string[]): string {
  return uses.map((one) => `not exists (select 1 from ${one})`).join(' and ');
}

/**
 * The latest event stays, without its details: the next one continues its number, so a reader who
 * continues after any number misses none.
 */
export async function deleteOldEvents(
  db: Database,
  { brandId, before, most }: OldRecords,
): Promise<number> {
  const last = await lastPosition(db, brandId);
  await db.run(
    `update events set changes = null, reason = null
      where brand_id = ? and position = ? and created_at < ? and changes is not null`,
    brandId,
    last,
    before,
  );
  const first = await db.all<{ position: number; createdAt: number }>(
    `select position, created_at as "createdAt" from events
      where brand_id = ? and position < ? order by position limit ?`,
    brandId,
    last,
    most,
  );
  const kept = first.findIndex(({ createdAt }) => createdAt >= before);
  const old = kept === -1 ? first : first.slice(0, kept);
  if (old.length === 0) return 0;
  return db.run(
    'delete from events where brand_id = ? and position <= ?',
    brandId,
    old.at(-1)!.position,
  );
}

/** Finished or not. Its rows go first; returns undefined when there is none. */
export function findOldImport(
  db: Database,
  { brandId, before }: Pick<OldRecords, 'brandId' | 'before'>,
): Promise<{ brandId: string; id: string } | undefined> {
  return db.first(
    `select brand_id as "brandId", id from imports where brand_id = ? and created_at < ?
      order by id limit 1${db.dialect.forUpdate}`,
    brandId,
    before,
  );
}
