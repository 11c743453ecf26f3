// API keys and idempotency keys as stored, and an operator's changes to the former.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { revokeApiKey, rotateApiKey } from '#actions/accounts/api-keys.ts';
import { findApiKeyByHash } from '#db/accounts/api-keys.ts';
import { systemContext } from '#runner/system-context.ts';
import type { TestServer } from './server.ts';

/** Of that brand; now, unless another time is given. */
export async function expireIdempotencyKeys(
  server: TestServer,
  brandId: string,
  at = Date.now(),
): Promise<void> {
  await server.withDatabase((db) =>
    db.run('update idempotency_keys set expires_at = ? where brand_id = ?', at, brandId),
  );
}

/** Adds that many expired copies of the existing row. */
export async function addExpiredIdempotencyKeys(server: TestServer, count: number): Promise<void> {
  await server.withDatabase((db) =>
    db.run(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
        insert into idempotency_keys select brand_id, route, idempotency_key || n, body_hash,
          response_status, response_body, work_item_id, ? from idempotency_keys, numbers`,
      count,
      Date.now() - 1,
    ),
  );
}

/** Of that brand, or of all. */
export async function idempotencyExpiries(server: TestServer, brandId?: string): Promise<number[]> {
  const rows = await server.withDatabase((db) =>
    db.all<{ at: number; brandId: string }>(
      'select expires_at as at, brand_id as "brandId" from idempotency_keys',
    ),
  );
  return rows.filter((row) => !brandId || row.brandId === brandId).map((row) => row.at);
}

export async function brandOfKey(server: TestServer, key: string): Promise<string> {
  return (await rowOfKey(server, key)).brandId;
}

export async function revokeKey(server: TestServer, key: string): Promise<void> {
  const { id } = await rowOfKey(server, key);
  const revoked = await server.withDatabase((db) => revokeApiKey(db, { id }, systemContext()));
  assert.equal(revoked.outcome, 'done');
}

/** Replaces a key; the old one stays valid for the given time. */
export async function rotateKey(
  server: TestServer,
  key: string,
  overlapMs: number,
): Promise<string> {
  const { id } = await rowOfKey(server, key);
  const rotated = await server.withDatabase((db) =>
    rotateApiKey(db, { id, overlapMs }, systemContext()),
  );
  assert(rotated.outcome === 'done');
  return rotated.key.key;
}

export function rowOfKey(server: TestServer, key: string) {
  return server.withDatabase(async (db) => {
    const row = await findApiKeyByHash(db, hash('sha256', key, 'hex'));
    if (!row) throw new Error('no such key');
    return row;
  });
}
