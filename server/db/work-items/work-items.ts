import type { WorkItemRecord } from '#core/records.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import type { SearchRefreshRow, Tables } from '../tables.ts';
import { updateRecord } from '../update-record.ts';

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
  'otherContact',
  'completionNotes',
  'hoursWorked',
  'materials',
  'signedBy',
  'tags',
  'assigneeId',
  'followUpAt',
  'photoCount',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'deletedAt',
  'archivedAt',
];

export function insertWorkItems(db: Database, items: readonly WorkItemRecord[]): Promise<void> {
  return db.insertRows('workItems', items.map(rowOf));
}

/** Locks the row until the transaction ends. */
export async function lockWorkItem(
  db: Database,
  { brandId, id }: Pick<WorkItemRecord, 'brandId' | 'id'>,
): Promise<WorkItemRecord | undefined> {
  const row = await db.first<Tables['workItems']>(
    `select ${columns('workItems', fields)} from work_items
      where brand_id = ? and id = ?${db.dialect.forUpdate}`,
    brandId,
    id,
  );
  return row && recordOf(row);
}

export function updateWorkItem(db: Database, item: WorkItemRecord): Promise<void> {
  return updateRecord(db, 'workItems', rowOf(item), fields);
}

function rowOf(item: WorkItemRecord): Tables['workItems'] {
  return { ...item, tags: item.tags && JSON.stringify(item.tags) };
}

function recordOf(row: Tables['workItems']): WorkItemRecord {
  return { ...row, tags: row.tags === null ? null : JSON.parse(row.tags) };
}

export function findWorkItems(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<WorkItemRecord[]> {
  return selectItems(db, brandId, ids, '');
}

/** Locks the rows until the transaction ends. */
export function lockWorkItems(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<WorkItemRecord[]> {
  return selectItems(db, brandId, ids, ` order by id${db.dialect.forUpdate}`);
}

async function selectItems(
  db: Database,
  brandId: string,
  ids: readonly string[],
  ending: string,
): Promise<WorkItemRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<Tables['workItems']>(
    `select ${columns('workItems', fields)} from work_items
      where brand_id = ? and id in (${marks(ids)})${ending}`,
    brandId,
    ...ids,
  );
  return rows.map(recordOf);
}

/** Soft-deletes items of one batch, each as its next version. */
export async function softDeleteWorkItems(
  db: Database,
  items: readonly WorkItemRecord[],
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const ids = items.map(({ id }) => id);
  await db.run(
    `update work_items set version = version + 1, deleted_at = ?, updated_at = ?, updated_by = ?
      where brand_id = ? and id in (${marks(ids)})`,
    first.deletedAt,
    first.updatedAt,
    first.updatedBy,
    first.brandId,
    ...ids,
  );
}

/** Records a change of what belongs to the item, so that lists show it. */
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

const textFields = [
  'brandId',
  'id',
  'customerId',
  'addressId',
  'title',
  'description',
  'otherContact',
  'createdAt',
] as const;
export type WorkItemText = Pick<WorkItemRecord, (typeof textFields)[number]>;

const subjectColumns = { customer: 'customer_id', address: 'address_id' } as const;

/** The texts of the work items of each customer, or at each address, oldest first. */
export function findWorkItemTexts(
  db: Database,
  subject: SearchRefreshRow['subject'],
  refreshes: readonly SearchRefreshRow[],
  mostOfEach: number,
): Promise<WorkItemText[]> {
  return db.allOf(
    `select ${columns('workItems', textFields)} from work_items
      where brand_id = ? and ${subjectColumns[subject]} = ? and (created_at, id) > (?, ?)
      order by created_at, id limit ${mostOfEach}`,
    refreshes.map(({ brandId, subjectId, afterCreatedAt, afterId }) => {
      return [brandId, subjectId, afterCreatedAt, afterId];
    }),
  );
}

interface ItemsOfPerson {
  brandId: string;
  customerIds: readonly string[];
  afterId: string;
  most: number;
}

/** A chunk of these customers' work items by id, deleted or not. */
export function findItemsOfCustomers(
  db: Database,
  range: ItemsOfPerson,
): Promise<WorkItemRecord[]> {
  return selectItemsOf(db, range, '');
}

/** Locks the rows until the transaction ends. */
export function lockItemsOfCustomers(
  db: Database,
  range: ItemsOfPerson,
): Promise<WorkItemRecord[]> {
  return selectItemsOf(db, range, db.dialect.forUpdate);
}

async function selectItemsOf(
  db: Database,
  { brandId, customerIds, afterId, most }: ItemsOfPerson,
  ending: string,
): Promise<WorkItemRecord[]> {
  const rows = await db.all<Tables['workItems']>(
    `select ${columns('workItems', fields)} from work_items
      where brand_id = ? and customer_id in (${marks(customerIds)}) and id > ?
      order by id limit ?${ending}`,
    brandId,
    ...customerIds,
    afterId,
    most,
  );
  return rows.map(recordOf);
}

/** A chunk of the work items that came with other contact details than their customer's, by id. */
export function findOtherContacts(
  db: Database,
  { brandId, afterId, most }: Pick<ItemsOfPerson, 'brandId' | 'afterId' | 'most'>,
): Promise<{ id: string; otherContact: string }[]> {
  return db.all(
    `select ${columns('workItems', ['id', 'otherContact'])} from work_items
      where brand_id = ? and id > ? and other_contact is not null order by id limit ?`,
    brandId,
    afterId,
    most,
  );
}

/** The work items that belong to one of the customers. */
export async function idsOfCustomers(
  db: Database,
  {
    brandId,
    customerIds,
    ids,
  }: { brandId: string; customerIds: readonly string[]; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.all<{ id: string }>(
    `select id from work_items where brand_id = ? and id in (${marks(ids)})
      and customer_id in (${marks(customerIds)})`,
    brandId,
    ...ids,
    ...customerIds,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The customers who have a work item that is not deleted. */
export async function customersWithWorkItems(
  db: Database,
  brandId: string,
  customerIds: readonly string[],
): Promise<Set<string>> {
  if (customerIds.length === 0) return new Set();
  const rows = await db.all<{ id: string }>(
    `select c.id from customers c where c.brand_id = ? and c.id in (${marks(customerIds)})
      and exists (
        select 1 from work_items w
          where w.brand_id = c.brand_id and w.customer_id = c.id and w.deleted_at is null
      )`,
    brandId,
    ...customerIds,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether the customer has a work item besides this one, deleted or not. */
export async function hasOtherWorkItems(
  db: Database,
  { brandId, customerId, id }: Pick<WorkItemRecord, 'brandId' | 'customerId' | 'id'>,
): Promise<boolean> {
  const row = await db.first(
    `select 1 as found from work_items where brand_id = ? and customer_id = ? and id <> ? limit 1`,
    brandId,
    customerId,
    id,
  );
  return row !== undefined;
}

/** Locks up to `most` work items of a customer, deleted or not. */
export function lockItemsOfCustomer(
  db: Database,
  { brandId, customerId }: Pick<WorkItemRecord, 'brandId' | 'customerId'>,
  most: number,
): Promise<Pick<WorkItemRecord, 'id' | 'phase'>[]> {
  return db.all(
    `select id, phase from work_items where brand_id = ? and customer_id = ?
      order by id limit ?${db.dialect.forUpdate}`,
    brandId,
    customerId,
    most,
  );
}
