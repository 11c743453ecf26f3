// Column types on PostgreSQL, and keys and indexes that begin with the brand. Exceptions are listed
// here with their reason.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '#db/database.ts';
import { makeFullBrand } from '../support/full-brand.ts';
import { trusting } from '../support/photo-server.ts';
import { startPictureHost } from '../support/picture-host.ts';
import { dropDatabase } from '../support/postgres.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { patientWithPostgres, startServer } from '../support/server.ts';

const timeNames = /_(at|until|since|before)$|^(scheduled|actual)_(start|end)$/;
const idNames = /^id$|_id$|_by$|^(rotated_from|merged_into|rescued_as|test_of)$/;
// Counters that grow as long as a brand lives, amounts in cents, and sizes.
const countNames =
  /^(version|indexed_version|revision|position|seq|counter)$|_(position|cost|bytes)$/;

const jsonColumns = new Set([
  'customer_merges.changes',
  'customers.tags',
  'events.changes',
  'events_waiting.changes',
  'jobs.payload',
  'webhook_endpoints.event_types',
  'work_items.tags',
]);

// JSON as text: it is never queried by part, and jsonb does not round-trip it; it even refuses NUL
// and lone surrogates.
const jsonAsText: Record<string, string> = {
  'channels.settings': 'read and written as a whole',
  'idempotency_keys.response_body': 'an answer, which is repeated to the letter',
  'import_batches.entries':
    'rows of a file on their way, which hold the text that is kept with each lead',
  'import_rows.messages': 'messages, some of which repeat what was in the file',
  'intakes.body': 'a body as it came in',
  'intakes.lead': 'fields as they came in',
  'intakes.refusal': 'messages, some of which repeat what came in',
  'intakes.sent': 'what was read from a body',
  'lead_submissions.body': 'a body as it was received',
  'logged_requests.body': 'a body as it was received',
  'logged_requests.message': 'what a caller was told, which may repeat what it sent',
  'webhook_deliveries.payload': 'a body that was signed to the letter',
};

const otherTypes: Record<string, string> = {
  'passkeys.credential_id': 'text', // chosen by the device
  'jobs.subject': 'uuid', // a record
  'list_changes.slot': 'uuid',
  'addresses.latitude': 'double precision',
  'addresses.longitude': 'double precision',
  'postcodes.latitude': 'double precision',
  'postcodes.longitude': 'double precision',
  'address_search.words': 'tsvector',
  'customer_search.words': 'tsvector',
  'work_item_search.words': 'tsvector',
  // Bounded numbers: pixels, statuses, milliseconds of a call, rows of a file, photos of a lead,
  // attempts, requests of a window, pictures.
  'asset_totals.bytes': 'bigint',
  'brands.answer_minutes': 'integer',
  'assets.height': 'integer',
  'assets.width': 'integer',
  'channels.dropped': 'integer',
  'idempotency_keys.response_status': 'smallint',
  'import_batches.number': 'integer',
  'list_changes.token': 'bigint',
  'import_rows.row_number': 'integer',
  'imports.archived_customers': 'integer',
  'imports.created': 'integer',
  'imports.done': 'integer',
  'imports.kept': 'integer',
  'imports.refused': 'integer',
  'imports.removed': 'integer',
  'imports.rows': 'integer',
  'intake_files.position': 'smallint',
  'intakes.file_count': 'integer',
  'jobs.claims': 'integer',
  'jobs.failures': 'integer',
  'logged_requests.duration_ms': 'integer',
  'logged_requests.status': 'integer',
  'migrations.number': 'integer',
  'notification_settings.quiet_from': 'integer',
  'notification_settings.quiet_until': 'integer',
  'photos.height': 'integer',
  'photos.position': 'smallint',
  'photos.width': 'integer',
  'rate_windows.taken': 'integer',
  'webhook_attempts.duration_ms': 'integer',
  'webhook_attempts.number': 'integer',
  'webhook_attempts.response_status': 'integer',
  'webhook_deliveries.attempts': 'integer',
  'work_items.photo_count': 'smallint',
  'work_items.priority_rank': 'smallint',
  'work_items.signed_by': 'text', // a name
};

const indexesOfAllBrands: Record<string, string> = {
  account_links_by_account: 'a person may belong to several brands',
  account_links_by_expiry: 'those of all brands are forgotten together',
  account_links_pkey: 'found by a token, before the brand is known',
  address_search_by_words: 'every word begins with a tag of the brand',
  api_keys_by_hash: 'found by the key, before the brand is known',
  calendar_links_by_hash: 'found by a token, before the brand is known',
  channels_by_address: 'found by a token, before the brand is known',
  customer_mails_by_expiry: 'those of all brands are forgotten together',
  customer_search_by_words: 'every word begins with a tag of the brand',
  idempotency_keys_by_expiry: 'those of all brands are forgotten together',
  jobs_by_due: 'those of all brands are taken up together',
  mail_messages_by_time: 'those of all brands are forgotten together',
  members_by_account: 'a person may belong to several brands',
  sessions_by_account: 'a person may belong to several brands',
  sessions_by_use: 'those of all brands are forgotten together',
  sessions_pkey: 'found by a token, before the brand is known',
  webhook_deliveries_by_created: 'those of all brands are forgotten together',
  work_item_search_by_words: 'every word begins with a tag of the brand',
};

describe('tables on PostgreSQL', () => {
  let database: PostgresTestDatabase;
  let db: Database;
  before(async () => {
    database = await newPostgresDatabase({ isMigrated: true });
    db = database.open();
  });
  after(() => database?.drop());

  test('every column has its type', async () => {
    const columns = await columnsOf(db);
    const types = columns.map(({ name, type }) => [name, type] as const);
    assert.ok(types.length > 200, 'there are no tables');
    assert.deepEqual(
      Object.fromEntries(types),
      Object.fromEntries(types.map(([name]) => [name, typeOf(name)])),
    );
    const names = new Set(types.map(([name]) => name));
    for (const name of [...jsonColumns, ...Object.keys({ ...jsonAsText, ...otherTypes })]) {
      assert.ok(names.has(name), `there is no ${name}`);
    }
  });

  test('every key and index of brand data begins with the brand', async () => {
    const others = await db.all<{ name: string }>(
      `select i.indexrelid::regclass::text as name
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'brand_id'
        where i.indkey[0] <> a.attnum order by 1`,
    );
    assert.deepEqual(
      others.map(({ name }) => name),
      Object.keys(indexesOfAllBrands).sort(),
    );
  });
});

test('JSON is jsonb, except where it must round-trip', async (t) => {
  const host = await startPictureHost();
  t.after(() => host.close());
  const databaseUrl = await createMigratedDatabase();
  t.after(async () => dropDatabase(await postgresForTests(), databaseUrl));
  const server = await startServer({
    databaseUrl,
    env: { ...patientWithPostgres, ...trusting(host) },
  });
  t.after(() => server.stop());
  await makeFullBrand(server, host);
  const found = await server.withDatabase(async (db) => {
    const texts = (await columnsOf(db)).filter(({ type }) => type === 'text');
    const holding: string[] = [];
    for (const { name } of texts) {
      const [table, column] = name.split('.');
      const rows = await db.all<{ text: string }>(
        `select ${column} as text from ${table} where ${column} ~ '^\\s*[[{]'`,
      );
      if (rows.some(({ text }) => isJson(text))) holding.push(name);
    }
    return holding;
  });
  assert.ok(found.includes('lead_submissions.body'), 'there is nothing to find');
  assert.deepEqual(
    found.filter((name) => !(name in jsonAsText)),
    [],
  );
});

function typeOf(name: string): string {
  const column = name.slice(name.indexOf('.') + 1);
  if (name in otherTypes) return otherTypes[name]!;
  if (jsonColumns.has(name)) return 'jsonb';
  if (timeNames.test(column)) return 'timestamp with time zone';
  if (idNames.test(column)) return 'uuid';
  if (countNames.test(column)) return 'bigint';
  return column.startsWith('is_') ? 'boolean' : 'text';
}

function columnsOf(db: Database): Promise<{ name: string; type: string }[]> {
  return db.all(
    `select table_name || '.' || column_name as name, data_type as type
      from information_schema.columns where table_schema = current_schema()
      order by 1`,
  );
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
