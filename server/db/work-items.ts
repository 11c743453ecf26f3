import type { WorkItemRecord } from '#core/records.ts';
import { columns, type Field, marks } from './columns.ts';
import type { Database } from './database.ts';
import type { SearchRefreshRow, Tables } from './tables.ts';

const fields: Field<'workItems'>[] = [
  'brandId',
  'id',
  'version',
  'customerId',
  'addressId',
  'title',
  'description',
  'phase',
  'status',
  'priorityRank',
  'category',
  'customerSignature',
  'scheduledStart',
  'scheduledEnd',
  'actualStart',
  'actualEnd',
  'source',
  'receivedAt',
  'customStatusId',
  'estimatedCost',
  'finalCost',
  'budgetQuote',
  'notes',
  'completionNotes',
  'tags',
  'photoCount',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'deletedAt',
  'archivedAt',
];

export function insertWorkItems(db: Database, items: readonly WorkItemRecord[]): Promise<void> {
  return db.insertRows(
    'workItems',
    items.map((item) => ({ ...item, tags: item.tags && JSON.stringify(item.tags) })),
  );
}

export async function findWorkItems(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<WorkItemRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<Tables['workItems']>(
    `select ${columns('workItems', fields)} from work_items
      where brand_id = ? and id in (${marks(ids)})`,
    brandId,
    ...ids,
  );
  return rows.map((row) => ({ ...row, tags: row.tags === null ? null : JSON.parse(row.tags) }));
}

/** A change of what belongs to it, which lists have to show. */
export async function touchWorkItem(
  db: Database,
  { brandId, id }: Pick<WorkItemRecord, 'brandId' | 'id'>,
  updatedAt: number,
): Promise<void> {
  await db.run(
    `update work_items set version = version + 1, updated_at = ? where brand_id = ? and id = ?`,
    updatedAt,
    brandId,
    id,
  );
}

/** What the work items of a customer say that come after a given one, the oldest first. */
export function findWorkItemTexts(
  db: Database,
  { brandId, customerId, afterCreatedAt, afterId }: SearchRefreshRow,
  most: number,
): Promise<Pick<WorkItemRecord, 'id' | 'title' | 'description' | 'createdAt'>[]> {
  return db.all(
    `select ${columns('workItems', ['id', 'title', 'description', 'createdAt'])} from work_items
      where brand_id = ? and customer_id = ? and (created_at, id) > (?, ?)
      order by created_at, id limit ?`,
    brandId,
    customerId,
    afterCreatedAt,
    afterId,
    most,
  );
}
