// The endpoints that receive a brand's events. Lock order: a transaction that changes an endpoint
// locks it first (`lockEndpoint`), then its jobs, then its deliveries; others take jobs before deliveries.
import type { EndpointRecord } from '#core/webhooks/webhook-records.ts';
import { columnName, columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';

const fields: Field<'webhookEndpoints'>[] = [
  'brandId',
  'id',
  'version',
  'url',
  'description',
  'eventTypes',
  'isImpersonal',
  'secret',
  'previousSecret',
  'previousSecretUntil',
  'state',
  'disabledReason',
  'afterPosition',
  'failingSince',
  'lastFailedAt',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'createdKeyId',
  'updatedKeyId',
  'urlBy',
  'urlKeyId',
  'secretBy',
  'secretKeyId',
];
const select = `select ${columns('webhookEndpoints', fields)} from webhook_endpoints`;

interface Key {
  brandId: string;
  id: string;
}

/**
 * Makes the brand's endpoints pick up new events. Each endpoint has one permanent job with its own
 * id; a running job looks for more events before it ends.
 */
export async function wakeEndpoints(db: Database, brandId: string, now: number): Promise<void> {
  // Runs for every batch of leads, and most brands have no endpoint.
  const active = `select id from webhook_endpoints where brand_id = ? and state = 'active'`;
  if (!(await db.first(`${active} limit 1`, brandId))) return;
  const woken = await db.run(
    `update jobs set due_at = ?, planned_at = ?
      where brand_id = ? and leased_until is null and due_at > ? and id in (${active})`,
    now,
    now,
    brandId,
    now,
    brandId,
  );
  if (woken > 0) await db.notify('jobs');
}

export function insertEndpoint(db: Database, endpoint: EndpointRecord): Promise<void> {
  return db.insertRows('webhookEndpoints', [endpoint]);
}

export function findEndpoint(
  db: Database,
  { brandId, id }: Key,
): Promise<EndpointRecord | undefined> {
  return db.first(`${select} where brand_id = ? and id = ?`, brandId, id);
}

/** Locks the endpoint until the transaction ends. */
export function lockEndpoint(
  db: Database,
  { brandId, id }: Key,
): Promise<EndpointRecord | undefined> {
  return db.first(`${select} where brand_id = ? and id = ?${db.dialect.forUpdate}`, brandId, id);
}

export function findEndpoints(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<EndpointRecord[]> {
  return db.all(`${select} where brand_id = ? and id in (${marks(ids)})`, brandId, ...ids);
}

/** Newest first. */
export function listEndpoints(db: Database, brandId: string): Promise<EndpointRecord[]> {
  return db.all(`${select} where brand_id = ? order by id desc`, brandId);
}

export async function updateEndpoint(
  db: Database,
  { brandId, id }: Key,
  changes: Partial<EndpointRecord>,
): Promise<void> {
  const names = Object.keys(changes);
  if (names.length === 0) return;
  await db.run(
    `update webhook_endpoints set ${names.map((name) => `${columnName(name)} = ?`).join(', ')}
      where brand_id = ? and id = ?`,
    ...(Object.values(changes) as (string | number | null)[]),
    brandId,
    id,
  );
}

export async function deleteEndpoint(db: Database, { brandId, id }: Key): Promise<void> {
  await db.run('delete from webhook_endpoints where brand_id = ? and id = ?', brandId, id);
}
