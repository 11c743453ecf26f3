import { columns, type Field } from './columns.ts';
import type { Database } from './database.ts';
import type { IdempotencyRow } from './tables.ts';

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

type Claim = Pick<IdempotencyRow, 'brandId' | 'route' | 'idempotencyKey'>;

export function findIdempotencyRow(
  db: Database,
  { brandId, route, idempotencyKey }: Claim,
  now: number,
): Promise<IdempotencyRow | undefined> {
  return db.first(
    `select ${columns('idempotencyKeys', fields)} from idempotency_keys
      where ${isClaim} and expires_at > ?`,
    brandId,
    route,
    idempotencyKey,
    now,
  );
}

/** Takes the place of a row that has expired; a living one is a conflict. */
export async function insertIdempotencyRow(
  db: Database,
  row: IdempotencyRow,
  now: number,
): Promise<void> {
  const { brandId, route, idempotencyKey } = row;
  await db.run(
    `delete from idempotency_keys where ${isClaim} and expires_at <= ?`,
    brandId,
    route,
    idempotencyKey,
    now,
  );
  await db.insertRows('idempotencyKeys', [row]);
}

/** For an answer that was completed after the claim had been made. */
export async function replaceRememberedAnswer(
  db: Database,
  { brandId, route, idempotencyKey }: Claim,
  responseBody: string,
): Promise<void> {
  await db.run(
    `update idempotency_keys set response_body = ? where ${isClaim}`,
    responseBody,
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
  return db.run(
    `delete from idempotency_keys where (brand_id, route, idempotency_key) in (
      select brand_id, route, idempotency_key from idempotency_keys
        where expires_at <= ? limit ?
    )`,
    now,
    most,
  );
}
