// The mails to customers: one row for each occasion, so none is sent twice.
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import type { CustomerMailRow } from './notification-tables.ts';

const fields: Field<'customerMails'>[] = [
  'brandId',
  'id',
  'workItemId',
  'customerId',
  'kind',
  'onceKey',
  'state',
  'scheduledStart',
  'scheduledEnd',
  'createdAt',
  'keepUntil',
];
const select = `select ${columns('customerMails', fields)} from customer_mails`;

type Key = Pick<CustomerMailRow, 'brandId' | 'id'>;

/** The settings of those brands of these that mail their customers. Test sides never do. */
export async function findMailingBrands(
  db: Database,
  brandIds: readonly string[],
): Promise<Map<string, string>> {
  if (brandIds.length === 0) return new Map();
  const rows = await db.all<{ id: string; customerMails: string }>(
    `select id, customer_mails as "customerMails" from brands
      where id in (${marks(brandIds)}) and test_of is null and customer_mails is not null`,
    ...brandIds,
  );
  return new Map(rows.map(({ id, customerMails }) => [id, customerMails]));
}

export function insertCustomerMails(
  db: Database,
  mails: readonly CustomerMailRow[],
): Promise<void> {
  return mails.length === 0 ? Promise.resolve() : db.insertRows('customerMails', mails);
}

export function findCustomerMail(
  db: Database,
  { brandId, id }: Key,
): Promise<CustomerMailRow | undefined> {
  return db.first(`${select} where brand_id = ? and id = ?`, brandId, id);
}

/** Of one work item, oldest first. */
export function findMailsOfItem(
  db: Database,
  { brandId, workItemId }: Pick<CustomerMailRow, 'brandId' | 'workItemId'>,
): Promise<CustomerMailRow[]> {
  return db.all(
    `${select} where brand_id = ? and work_item_id = ? order by created_at, id`,
    brandId,
    workItemId,
  );
}

interface AppointmentMailRow extends CustomerMailRow {
  /** A worker is sending it. */
  isInFlight: boolean;
}

/**
 * About the times of one work item, oldest first. In one statement: a mail that was sent meanwhile
 * is either still in flight or already `sent`.
 */
export async function findAppointmentMails(
  db: Database,
  { brandId, workItemId }: Pick<CustomerMailRow, 'brandId' | 'workItemId'>,
  now: number,
): Promise<AppointmentMailRow[]> {
  const rows = await db.all<CustomerMailRow & { isInFlight: number | boolean }>(
    `select ${columns('customerMails', fields)}, exists(
        select 1 from jobs j
          where j.brand_id = m.brand_id and j.id = m.id and j.leased_until > ?) as "isInFlight"
      from customer_mails m
      where brand_id = ? and work_item_id = ? and scheduled_start is not null
      order by created_at, id`,
    now,
    brandId,
    workItemId,
  );
  return rows.map((row) => ({ ...row, isInFlight: Boolean(row.isInFlight) }));
}

type SettledMail = Omit<CustomerMailRow, 'workItemId' | 'onceKey' | 'createdAt' | 'keepUntil'>;

export async function updateCustomerMail(
  db: Database,
  { brandId, id, kind, customerId, state, scheduledStart, scheduledEnd }: SettledMail,
): Promise<void> {
  await db.run(
    `update customer_mails set kind = ?, customer_id = ?, state = ?, scheduled_start = ?,
        scheduled_end = ?
      where brand_id = ? and id = ?`,
    kind,
    customerId,
    state,
    scheduledStart,
    scheduledEnd,
    brandId,
    id,
  );
}

/** Those about these work items, for an erasure. */
export async function deleteMailsOfItems(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<void> {
  await db.run(
    `delete from customer_mails where brand_id = ? and work_item_id in (${marks(workItemIds)})`,
    brandId,
    ...workItemIds,
  );
}

/** Of all brands, a bounded number; returns how many. */
export function deleteOldCustomerMails(
  db: Database,
  { before, most }: { before: number; most: number },
): Promise<number> {
  return deleteFirst(db, { table: 'customer_mails', by: 'keep_until', before, most });
}

export async function deleteCustomerMail(db: Database, { brandId, id }: Key): Promise<void> {
  await db.run('delete from customer_mails where brand_id = ? and id = ?', brandId, id);
}

interface EarlierReceipts {
  brandId: string;
  customerId: string;
  since: number;
  /** The id of the receipt that asks. */
  id: string;
  most: number;
}

/**
 * Counts the receipts for the newest leads of a customer, up to `most`: those that were sent, and
 * those with a smaller id that wait.
 */
export async function countReceipts(
  db: Database,
  { brandId, customerId, since, id, most }: EarlierReceipts,
): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*) as count from (
        select 1 from work_items w
          join customer_mails m on m.brand_id = w.brand_id and m.work_item_id = w.id
          where w.brand_id = ? and w.customer_id = ? and w.created_at >= ?
            and m.kind = 'receipt' and (m.state = 'sent' or (m.state = 'sending' and m.id < ?))
          limit ?) as c`,
    brandId,
    customerId,
    since,
    id,
    most,
  );
  return Number(row!.count);
}
