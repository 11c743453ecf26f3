// Merges of customers, with all that is needed to undo them.
import type { Position } from '#core/requests/cursor.ts';
import type { CustomerMergeRecord, WorkItemRecord } from '#core/records.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { addPage } from '../lists/page.ts';
import { SqlText } from '../sql-text.ts';

const fields: Field<'customerMerges'>[] = [
  'brandId',
  'id',
  'keptId',
  'mergedId',
  'changes',
  'createdAt',
  'undoneAt',
];

export function insertCustomerMerge(db: Database, merge: CustomerMergeRecord): Promise<void> {
  return db.insertRows('customerMerges', [merge]);
}

export function findCustomerMerge(
  db: Database,
  { brandId, id }: Pick<CustomerMergeRecord, 'brandId' | 'id'>,
): Promise<CustomerMergeRecord | undefined> {
  return db.first(
    `select ${columns('customerMerges', fields)} from customer_merges
      where brand_id = ? and id = ?`,
    brandId,
    id,
  );
}

export interface CustomerMergePageRequest {
  brandId: string;
  keptId: string;
  after: Position | undefined;
  limit: number;
}

export async function findCustomerMergePage(
  db: Database,
  { brandId, keptId, after, limit }: CustomerMergePageRequest,
): Promise<CustomerMergeRecord[]> {
  const sql = new SqlText().add(
    `select ${columns('customerMerges', fields)} from customer_merges
      where brand_id = ? and kept_id = ?`,
    brandId,
    keptId,
  );
  addPage(sql, { sortBy: 'created_at', id: 'id', descending: true, after, limit });
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}

export async function setMergeUndone(
  db: Database,
  { brandId, id }: Pick<CustomerMergeRecord, 'brandId' | 'id'>,
  undoneAt: number,
): Promise<void> {
  await db.run(
    'update customer_merges set undone_at = ? where brand_id = ? and id = ?',
    undoneAt,
    brandId,
    id,
  );
}

export type MovedItem = Pick<WorkItemRecord, 'id' | 'phase'>;

const chunkSize = 1_000;

/** Gives the items of the merged customer to the kept one, and records which items moved. */
export async function moveWorkItems(
  db: Database,
  { brandId, id, mergedId, keptId }: CustomerMergeRecord,
  items: readonly MovedItem[],
  now: number,
): Promise<void> {
  const rows = items.map((item) => ({ brandId, mergeId: id, workItemId: item.id }));
  await db.insertRows('mergedWorkItems', rows);
  await giveItems(db, { brandId, from: mergedId, to: keptId }, items, now);
}

/** Returns the items that the merge moved, unless they went to another customer since. */
export async function moveWorkItemsBack(
  db: Database,
  { brandId, id, mergedId, keptId }: CustomerMergeRecord,
  now: number,
): Promise<MovedItem[]> {
  const rows = await db.all<{ id: string }>(
    `select work_item_id as id from merged_work_items
      where brand_id = ? and merge_id = ? order by work_item_id`,
    brandId,
    id,
  );
  const items: MovedItem[] = [];
  // In chunks: a join of the two tables is planned badly until they are analyzed.
  for (const chunk of chunksOf(rows)) {
    const ids = chunk.map((row) => row.id);
    items.push(
      ...(await db.all<MovedItem>(
        `select id, phase from work_items
          where brand_id = ? and customer_id = ? and id in (${marks(ids)})
          order by id${db.dialect.forUpdate}`,
        brandId,
        keptId,
        ...ids,
      )),
    );
  }
  await giveItems(db, { brandId, from: keptId, to: mergedId }, items, now);
  await db.run('delete from merged_work_items where brand_id = ? and merge_id = ?', brandId, id);
  return items;
}

async function giveItems(
  db: Database,
  { brandId, from, to }: { brandId: string; from: string; to: string },
  items: readonly MovedItem[],
  now: number,
): Promise<void> {
  for (const chunk of chunksOf(items)) {
    const ids = chunk.map((item) => item.id);
    await db.run(
      `update work_items set customer_id = ?, version = version + 1, updated_at = ?
        where brand_id = ? and customer_id = ? and id in (${marks(ids)})`,
      to,
      now,
      brandId,
      from,
      ...ids,
    );
  }
}

function chunksOf<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / chunkSize);
  return Array.from({ length: count }, (_, at) =>
    items.slice(at * chunkSize, (at + 1) * chunkSize),
  );
}

/** Merges of these customers, undone or not. */
export function findMergesOf(
  db: Database,
  brandId: string,
  customerIds: readonly string[],
): Promise<CustomerMergeRecord[]> {
  return db.all(
    `select ${columns('customerMerges', fields)} from customer_merges
      where brand_id = ? and (kept_id in (${marks(customerIds)}) or merged_id in (${marks(customerIds)}))`,
    brandId,
    ...customerIds,
    ...customerIds,
  );
}

/** Deleted merges can no longer be undone. */
export async function deleteMerges(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const which = `in (${marks(ids)})`;
  await db.run(
    `delete from merged_work_items where brand_id = ? and merge_id ${which}`,
    brandId,
    ...ids,
  );
  await db.run(`delete from customer_merges where brand_id = ? and id ${which}`, brandId, ...ids);
}
