// A server that migrates an older database reports its progress.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { Database } from '#db/database.ts';
import { migrations } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { MigrationProgress } from '#server/migration-progress.ts';
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

test('a long step is reported again while it runs', async () => {
  const lines: string[] = [];
  let heard = Promise.withResolvers<void>();
  const progress = new MigrationProgress((line) => {
    lines.push(line);
    if (lines.length === 3) heard.resolve();
  }, 1);
  for (const step of [1, 2]) {
    lines.length = 0;
    heard = Promise.withResolvers();
    progress.begin({ number: step, of: 2, name: 'long' });
    await heard.promise;
    const begun = `Migrating the database: ${step} of 2 (long)`;
    assert.equal(lines[0], begun);
    const later = lines.slice(1).map((line) => line.replace(/\d+ s$/, 'n s'));
    assert.deepEqual([...new Set(later)], [`${begun}, for n s`]);
  }
  // Otherwise this process would not end.
  progress.end();
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
