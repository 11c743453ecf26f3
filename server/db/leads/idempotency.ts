import type { IdempotencyRecord } from '#core/leads/idempotency-record.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';

const fields: Field<'idempotencyKeys'>[] = [
  'brandId',
  'route',
  'idempotencyKey',
  'bodyHash',
  'responseStatus',
  'responseBody',
  'workItemId',
  'expiresAt',
];
const isClaim = 'brand_id = ? and route = ? and idempotency_key = ?';

type Claim = Pick<IdempotencyRecord, 'brandId' | 'route' | 'idempotencyKey'>;

interface Claims {
  brandId: string;
  route: string;
  idempotencyKeys: readonly string[];
}

/** The keys that were used, including expired ones. */
export function findIdempotencyRows(
  db: Database,
  claims: readonly Claim[],
): Promise<IdempotencyRecord[]> {
  return db.allOf(
    `select ${columns('idempotencyKeys', fields)} from idempotency_keys where ${isClaim}`,
    claims.map(({ brandId, route, idempotencyKey }) => [brandId, route, idempotencyKey]),
  );
}

/** Fails on a key that exists. */
export function insertIdempotencyRows(
  db: Database,
  rows: readonly IdempotencyRecord[],
): Promise<void> {
  return db.insertRows('idempotencyKeys', rows);
}

/** For a response that was completed after the claim. */
export async function replaceRememberedAnswer(
  db: Database,
  { brandId, route, idempotencyKey }: Claim,
  responseBody: string,
): Promise<void> {
  await db.run(
    `update idempotency_keys set response_status = 201, response_body = ? where ${isClaim}`,
    responseBody,
    brandId,
    route,
    idempotencyKey,
  );
}

export async function markClaim(
  db: Database,
  { brandId, route, idempotencyKey }: Claim,
  responseStatus: number,
): Promise<void> {
  await db.run(
    `update idempotency_keys set response_status = ? where ${isClaim}`,
    responseStatus,
    brandId,
    route,
    idempotencyKey,
  );
}

export function deleteExpiredIdempotencyRows(
  db: Database,
  now: number,
  most: number,
): Promise<number> {
  return deleteFirst(db, { table: 'idempotency_keys', by: 'expires_at', before: now + 1, most });
}

/** The total size of a brand's remembered responses. */
export async function sumAnswers(db: Database, brandId: string): Promise<number> {
  const row = await db.first<{ bytes: number }>(
    `select coalesce(sum(octet_length(response_body)), 0) as bytes from idempotency_keys
      where brand_id = ?`,
    brandId,
  );
  return Number(row!.bytes);
}

/** Remembered responses of the requests that created these work items. */
export function findAnswersFor(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<IdempotencyRecord[]> {
  if (workItemIds.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${columns('idempotencyKeys', fields)} from idempotency_keys
      where brand_id = ? and work_item_id in (${marks(workItemIds)})`,
    brandId,
    ...workItemIds,
  );
}

/** Returns their keys. */
export function deleteAnswersFor(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<Pick<IdempotencyRecord, 'route' | 'idempotencyKey'>[]> {
  return db.all(
    `delete from idempotency_keys where brand_id = ? and work_item_id in (${marks(workItemIds)})
      returning ${columns('idempotencyKeys', ['route', 'idempotencyKey'])}`,
    brandId,
    ...workItemIds,
  );
}

/** Deletes the expired ones of these keys. */
export async function deleteExpiredClaims(
  db: Database,
  { brandId, route, idempotencyKeys }: Claims,
  now: number,
): Promise<void> {
  await db.run(
    `delete from idempotency_keys
      where brand_id = ? and route = ? and idempotency_key in (${marks(idempotencyKeys)})
        and expires_at <= ?`,
    brandId,
    route,
    ...idempotencyKeys,
    now,
  );
}

export async function deleteClaims(
  db: Database,
  { brandId, route, idempotencyKeys }: Claims,
): Promise<void> {
  if (idempotencyKeys.length === 0) return;
  await db.run(
    `delete from idempotency_keys
      where brand_id = ? and route = ? and idempotency_key in (${marks(idempotencyKeys)})`,
    brandId,
    route,
    ...idempotencyKeys,
  );
}
