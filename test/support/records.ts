// Records in states that the API cannot bring about yet, and what the API does not show.
import { hash } from 'node:crypto';
import { revokeApiKey, rotateApiKey } from '#actions/api-keys.ts';
import type { CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { findApiKeyByHash } from '#db/api-keys.ts';
import { columnName } from '#db/columns.ts';
import type { Database, Engine } from '#db/database.ts';
import type { LeadSubmissionRow } from '#db/tables.ts';
import { systemContext } from '#runner/system-context.ts';
import type { TestServer } from './server.ts';
import { jobStatuses } from './shapes.ts';

export async function changeWorkItem(
  server: TestServer,
  id: string,
  { tags, ...changes }: Partial<WorkItemRecord>,
): Promise<void> {
  await change(server, 'work_items', id, {
    ...changes,
    ...(changes.status && { phase: isJob(changes.status) ? 'job' : 'lead' }),
    ...(tags !== undefined && { tags: tags && JSON.stringify(tags) }),
  });
}

function isJob(status: string): boolean {
  return jobStatuses.includes(status);
}

export function changeCustomer(
  server: TestServer,
  id: string,
  changes: Pick<Partial<CustomerRecord>, 'archivedAt' | 'deletedAt'>,
): Promise<void> {
  return change(server, 'customers', id, changes);
}

async function change(
  server: TestServer,
  table: 'work_items' | 'customers',
  id: string,
  changes: object,
): Promise<void> {
  const set = Object.keys(changes).map((field) => `${columnName(field)} = ?`);
  const changed = await server.withDatabase((db) =>
    db.run(
      `update ${table} set version = version + 1, ${set.join(', ')} where id = ?`,
      ...Object.values(changes),
      id,
    ),
  );
  if (changed !== 1) throw new Error(`no ${id} in ${table}`);
}

/** How many customers there are, whether a lead shows them or not. */
export function countCustomers(server: TestServer, brandId: string): Promise<number> {
  return server.withDatabase(async (db) => {
    const rows = await db.all('select id from customers where brand_id = ?', brandId);
    return rows.length;
  });
}

export function submissionOf(server: TestServer, workItemId: string): Promise<LeadSubmissionRow> {
  return server.withDatabase(async (db) => {
    const row = await db.first<LeadSubmissionRow>(
      `select brand_id as "brandId", work_item_id as "workItemId", body, api_key_id as "apiKeyId",
          request_id as "requestId", received_at as "receivedAt"
        from lead_submissions where work_item_id = ?`,
      workItemId,
    );
    if (!row) throw new Error(`no submission of ${workItemId}`);
    return row;
  });
}

export function precisionOf(server: TestServer, addressId: string): Promise<string> {
  return server.withDatabase(async (db) => {
    const row = await db.first<{ precision: string }>(
      'select precision from addresses where id = ?',
      addressId,
    );
    return row!.precision;
  });
}

/** As if the time for which idempotency keys are kept had passed. */
export async function expireIdempotencyKeys(server: TestServer): Promise<void> {
  await server.withDatabase((db) =>
    db.run('update idempotency_keys set expires_at = ?', Date.now()),
  );
}

/** That many more rows like the one that is there, past their time. */
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

export function idempotencyExpiries(server: TestServer): Promise<number[]> {
  return server.withDatabase(async (db) => {
    const rows = await db.all<{ at: number }>('select expires_at as at from idempotency_keys');
    return rows.map((row) => row.at);
  });
}

export function revokeKey(server: TestServer, key: string): Promise<unknown> {
  return server.withDatabase(async (db) =>
    revokeApiKey(db, { id: (await rowOfKey(server, key)).id }, systemContext()),
  );
}

/** Replaces a key by a new one; the old one goes on for as long as told. */
export async function rotateKey(
  server: TestServer,
  key: string,
  overlapMs: number,
): Promise<string> {
  const { id } = await rowOfKey(server, key);
  return server.withDatabase(
    async (db) => (await rotateApiKey(db, { id, overlapMs }, systemContext())).key,
  );
}

export function rowOfKey(server: TestServer, key: string) {
  return server.withDatabase(async (db) => {
    const row = await findApiKeyByHash(db, hash('sha256', key, 'hex'));
    if (!row) throw new Error('no such key');
    return row;
  });
}

/** Keeps the server from writing while the work runs. */
export function whileWritesAreHeld<T>(server: TestServer, work: () => Promise<T>): Promise<T> {
  return server.withDatabase((db) =>
    db.transaction(async (trx) => {
      await holdWrites[trx.engine](trx);
      return work();
    }),
  );
}

const holdWrites: Record<Engine, (trx: Database) => Promise<void>> = {
  // A transaction there has the whole database.
  async sqlite() {},
  // All that lasts: the rate limits are counted in an unlogged table, and go on.
  async postgres(trx) {
    const tables = await trx.all<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'`,
    );
    await trx.execute(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`);
  },
};
