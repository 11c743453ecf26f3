// Customers that became part of others, with all that it takes to undo it.
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

const itemsAtOnce = 1_000;

/** Those of the customer who becomes part of another; they can be found again by the merge. */
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

/** Those that the merge brought and that nobody has given to somebody else since; returns them. */
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
  // Piece by piece: a join of the two tables is planned badly while statistics know nothing of them.
  for (const piece of inPieces(rows)) {
    const ids = piece.map((row) => row.id);
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
  for (const piece of inPieces(items)) {
    const ids = piece.map((item) => item.id);
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

function inPieces<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / itemsAtOnce);
  return Array.from({ length: count }, (_, at) =>
    items.slice(at * itemsAtOnce, (at + 1) * itemsAtOnce),
  );
}

/** Those that had to do with these customers, undone or not. */
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

/** They cannot be undone any more. */
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
