// A server that brings an older database up to date says how far it is.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { Database } from '#db/database.ts';
import { migrations } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { startServer } from '../support/server.ts';

const missing = 2;

describe('the progress of a migration', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  test('on SQLite', async () => {
    const dataDir = folder.file('data');
    mkdirSync(dataDir);
    const db = openSqlite(databaseFileIn(dataDir));
    await makeOlderTables(db);
    await db.close();
    await assertToldOnce(() => startServer({ dataDir }));
  });

  test('on PostgreSQL', async (t) => {
    const database = await newPostgresDatabase();
    t.after(() => database.drop());
    await makeOlderTables(database.open());
    await assertToldOnce(() => startServer({ databaseUrl: database.url }));
  });
});

async function makeOlderTables(db: Database): Promise<void> {
  const time = { sqlite: 'integer', postgres: 'timestamptz' }[db.engine];
  await db.execute(
    `create table migrations (number integer primary key, name text not null, applied_at ${time} not null)`,
  );
  for (const migration of migrations.slice(0, -missing)) {
    await db.transaction(async (trx) => {
      await trx.execute(migration[db.engine]);
      const { number, name } = migration;
      await trx.insertRows('migrations', [{ number, name, appliedAt: Date.now() }]);
    });
  }
}

async function assertToldOnce(start: typeof startServer): Promise<void> {
  const expected = migrations
    .slice(-missing)
    .map(({ name }, index) => `Migrating the database: ${index + 1} of ${missing} (${name})`);
  for (const told of [expected, []]) {
    const server = await start();
    await server.stop();
    assert.deepEqual(server.output().match(/Migrating the database[^"]*/g) ?? [], told);
  }
}
