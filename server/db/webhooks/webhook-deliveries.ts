// The log of webhook deliveries: one event for one endpoint, and each attempt to deliver it.
import type { EventType } from '#contract/event-lists.ts';
import type { DeliveryStatus } from '#contract/webhook-lists.ts';
import type {
  AttemptRecord,
  DeliveryRecord,
  ListedDeliveryRecord,
} from '#core/webhooks/webhook-records.ts';
import { columnName, columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import { SqlText } from '../sql-text.ts';

const listedFields: Field<'webhookDeliveries'>[] = [
  'brandId',
  'id',
  'endpointId',
  'eventPosition',
  'eventType',
  'subjectId',
  'status',
  'attempts',
  'nextAttemptAt',
  'createdAt',
  'endedAt',
];
const attemptFields: Field<'webhookAttempts'>[] = [
  'brandId',
  'deliveryId',
  'number',
  'url',
  'signature',
  'attemptedAt',
  'durationMs',
  'responseStatus',
  'responseStart',
  'error',
];
const listed = columns('webhookDeliveries', listedFields);
const whole = columns('webhookDeliveries', [...listedFields, 'payload']);
const attempt = columns('webhookAttempts', attemptFields);

interface Key {
  brandId: string;
  endpointId: string;
  id: string;
}

export async function insertDelivery(db: Database, delivery: DeliveryRecord): Promise<void> {
  await db.insertRows('webhookDeliveries', [delivery]);
}

export async function insertAttempt(db: Database, row: AttemptRecord): Promise<void> {
  await db.insertRows('webhookAttempts', [row]);
}

export function findDelivery(
  db: Database,
  { brandId, endpointId, id }: Key,
): Promise<DeliveryRecord | undefined> {
  return db.first(
    `select ${whole} from webhook_deliveries where brand_id = ? and id = ? and endpoint_id = ?`,
    brandId,
    id,
    endpointId,
  );
}

export function findDeliveriesOfEvents(
  db: Database,
  { brandId, endpointId }: Omit<Key, 'id'>,
  positions: readonly number[],
): Promise<DeliveryRecord[]> {
  if (positions.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${whole} from webhook_deliveries
      where brand_id = ? and endpoint_id = ? and event_position in (${marks(positions)})`,
    brandId,
    endpointId,
    ...positions,
  );
}

export async function updateDelivery(
  db: Database,
  { brandId, id }: Omit<Key, 'endpointId'>,
  changes: Partial<DeliveryRecord>,
): Promise<void> {
  const names = Object.keys(changes);
  await db.run(
    `update webhook_deliveries set ${names.map((name) => `${columnName(name)} = ?`).join(', ')}
      where brand_id = ? and id = ?`,
    ...(Object.values(changes) as (string | number | null)[]),
    brandId,
    id,
  );
}

export function findAttempts(
  db: Database,
  { brandId, id }: Omit<Key, 'endpointId'>,
): Promise<AttemptRecord[]> {
  return db.all(
    `select ${attempt} from webhook_attempts where brand_id = ? and delivery_id = ? order by number`,
    brandId,
    id,
  );
}

/** Keyed by delivery id. */
export async function findLastAttempts(
  db: Database,
  brandId: string,
  deliveries: readonly ListedDeliveryRecord[],
): Promise<Map<string, AttemptRecord>> {
  const last = new Map<string, AttemptRecord>();
  for (const { id, attempts } of deliveries) {
    const row = await db.first<AttemptRecord>(
      `select ${attempt} from webhook_attempts where brand_id = ? and delivery_id = ? and number = ?`,
      brandId,
      id,
      attempts,
    );
    if (row) last.set(id, row);
  }
  return last;
}

export interface DeliveryPageRequest {
  brandId: string;
  endpointId: string;
  filters: { status?: DeliveryStatus; eventType?: EventType | 'ping' };
  after: { id: string } | undefined;
  limit: number;
}

/** Newest first; one extra row tells whether another page follows. */
export function findDeliveryPage(
  db: Database,
  { brandId, endpointId, filters, after, limit }: DeliveryPageRequest,
): Promise<ListedDeliveryRecord[]> {
  const { status, eventType } = filters;
  // The ids first, by an index-only scan: rows contain whole payloads, and other endpoints' rows
  // lie between.
  const sql = new SqlText().add(
    `select ${listed} from webhook_deliveries where brand_id = ? and id in (
      select id from webhook_deliveries where brand_id = ? and endpoint_id = ?`,
    brandId,
    brandId,
    endpointId,
  );
  if (status) sql.add(' and status = ?', status);
  if (eventType) sql.add(' and event_type = ?', eventType);
  if (after) sql.add(' and id < ?', after.id);
  sql.add(` order by id desc limit ${Math.trunc(limit) + 1}) order by id desc`);
  return db.all(sql.text, ...(sql.values as string[]));
}

/** Deletes a bounded number of one endpoint's deliveries; returns how many. */
export function deleteDeliveriesOf(
  db: Database,
  { brandId, endpointId }: Omit<Key, 'id'>,
  most: number,
): Promise<number> {
  return deleteFirst(db, {
    table: 'webhook_deliveries',
    among: ['brand_id = ? and endpoint_id = ?', brandId, endpointId],
    by: 'id',
    most,
  });
}

/** All logged deliveries about these records. */
export function findDeliveriesAbout(
  db: Database,
  brandId: string,
  subjectIds: readonly string[],
): Promise<DeliveryRecord[]> {
  if (subjectIds.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${whole} from webhook_deliveries
      where brand_id = ? and subject_id in (${marks(subjectIds)}) order by id`,
    brandId,
    ...subjectIds,
  );
}

export type DeliveryKey = Pick<DeliveryRecord, 'id' | 'endpointId' | 'eventPosition'>;

const keys = columns('webhookDeliveries', ['id', 'endpointId', 'eventPosition']);

/** The same without payloads, which can be large. */
export function findDeliveryKeysAbout(
  db: Database,
  brandId: string,
  subjectIds: readonly string[],
): Promise<DeliveryKey[]> {
  if (subjectIds.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${keys} from webhook_deliveries
      where brand_id = ? and subject_id in (${marks(subjectIds)}) order by id`,
    brandId,
    ...subjectIds,
  );
}

export interface DeliveriesSince {
  brandId: string;
  customerIds: readonly string[];
  addressIds: readonly string[];
  since: number;
}

/**
 * Deliveries about customers, their work items and all their addresses, created or attempted since
 * a time.
 */
export function findDeliveryKeysSince(
  db: Database,
  { brandId, customerIds, addressIds, since }: DeliveriesSince,
): Promise<DeliveryKey[]> {
  const ofCustomers = `brand_id = ? and customer_id in (${marks(customerIds)})`;
  const values = [brandId, ...customerIds];
  // One list for both: it is never empty, and an empty `in ()` would be an error.
  const recordIds = [...customerIds, ...addressIds];
  const named = [brandId, ...recordIds];
  return db.all(
    `select ${keys} from webhook_deliveries
      where brand_id = ? and subject_id in (
        select id from customers where brand_id = ? and id in (${marks(recordIds)})
        union all select id from addresses where brand_id = ? and id in (${marks(recordIds)})
        union all select id from work_items where ${ofCustomers}
        union all select work_item_id from former_work_items where ${ofCustomers}
        union all select address_id from work_items where ${ofCustomers}
      ) and (created_at >= ? or ended_at >= ? or next_attempt_at >= ?) order by id`,
    brandId,
    ...named,
    ...named,
    ...values,
    ...values,
    ...values,
    since,
    since,
    since,
  );
}

/** Receivers' responses may repeat the payload. */
export async function forgetAnswers(
  db: Database,
  brandId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await db.run(
    `update webhook_attempts set response_start = null
      where brand_id = ? and delivery_id in (${marks(deliveryIds)})`,
    brandId,
    ...deliveryIds,
  );
}
