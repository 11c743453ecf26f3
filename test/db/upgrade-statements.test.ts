// What an upgrade does to tables that running nodes use, by the rules in CONTRIBUTING.md.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { migrate, migrations } from '#db/migrate.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { root } from '../support/project-files.ts';

/** The migrations of the previous release. */
const previous = migrations.slice(0, 2);
const largeTables = new Set([
  'work_items',
  'customers',
  'events',
  'intakes',
  'lead_submissions',
  'photos',
]);

for (const { number, name, postgres } of migrations.slice(previous.length)) {
  test(`migration ${number}, ${name}, keeps to the rules of PostgreSQL`, () => {
    const made = new Set(all(postgres, /create table (?:if not exists )?(\w+)/g));
    const indexed = all(postgres, /create (?:unique )?index [^;]*? on (\w+)/g);
    const touched = [...all(postgres, /alter table (\w+)/g), ...indexed].filter(
      (table) => !made.has(table),
    );
    const large = new Set(touched.filter((table) => largeTables.has(table)));
    assert.ok(large.size <= 1, `it changes ${[...large].join(' and ')}`);
    if (touched.length > 0) assert.match(postgres, /^\s*set local lock_timeout = '2s';/);
    for (const [index, isIf] of postgres.matchAll(
      /create (?:unique )?index (if not exists )?\w+\s+on (\w+)/g,
    )) {
      const table = index.split(' ').at(-1)!;
      assert.ok(made.has(table) || isIf, `${index}: the operator cannot create it before`);
    }
    assert.ok(!/alter table work_items[^;]*add column (?!if not exists)/.test(postgres));
  });
}

function all(sql: string, pattern: RegExp): string[] {
  return [...sql.matchAll(pattern)].map(([, table]) => table!);
}

describe('an upgrade on PostgreSQL', () => {
  let database: PostgresTestDatabase;
  let db: Database;
  before(async () => {
    database = await newPostgresDatabase();
    db = database.open();
    await migrate(db, 0, undefined, previous);
  });
  after(() => database?.drop());

  test('uses the indexes that the operator created before', async (t) => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    const [, block] = /```sql\n([^`]*)```/.exec(changelog)!;
    // `create index concurrently` cannot share a message with others.
    for (const statement of block!.split(';')) await db.execute(statement);
    const prepared = await indexesOf(db);
    assert.equal(prepared.filter(({ name }) => /_by_(\w+_and_)?urgency$/.test(name)).length, 2);
    await migrate(db, 0);
    const upgraded = await indexesOf(db);
    const names = new Set(prepared.map(({ name }) => name));
    assert.deepEqual(
      upgraded.filter(({ name }) => names.has(name)),
      prepared,
    );
    const fresh = await newPostgresDatabase({ isMigrated: true });
    t.after(() => fresh.drop());
    const definitions = async (one: Database) =>
      (await indexesOf(one)).map(({ definition }) => definition);
    assert.deepEqual(await definitions(db), await definitions(fresh.open()));
  });
});

withEachTables('a node of the previous release', (db) => {
  test('deletes an account with the rows that it does not know', async () => {
    const { id: brandId } = await createBrand(db, { name: 'B', country: 'NL' }, systemContext());
    const accountId = randomUUID();
    const now = Date.now();
    await db.transaction(async (trx) => {
      await trx.insertRows('accounts', [
        {
          id: accountId,
          email: 'a@example.com',
          emailKey: 'a@example.com',
          name: 'A',
          language: 'nl',
          passwordHash: 'x',
          createdAt: now,
          updatedAt: now,
          emailProvenAt: null,
        },
      ]);
      const quiet = { quietFrom: null, quietUntil: null, askedAt: null };
      const settings = { brandId, accountId, push: '[]', email: '[]', ...quiet };
      await trx.insertRows('notificationSettings', [settings]);
      const keys = { endpoint: 'https://push.example/1', p256dh: 'x', auth: 'x' };
      const browser = { id: randomUUID(), sessionId: null, userAgent: '', createdAt: now };
      await trx.insertRows('pushSubscriptions', [{ accountId, ...keys, ...browser }]);
    });
    await db.run('delete from accounts where id = ?', accountId);
    for (const table of ['notification_settings', 'push_subscriptions']) {
      assert.deepEqual(await db.all(`select 1 from ${table}`), [], table);
    }
  });
});

function indexesOf(
  db: Database,
): Promise<{ id: number; name: string; definition: string; isValid: boolean }[]> {
  return db.all(
    `select i.indexrelid::integer as id, c.relname as name, indisvalid as "isValid",
        pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'work_items'::regclass order by c.relname`,
  );
}
