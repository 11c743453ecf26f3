// A server that migrates an existing database logs its progress.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { MigrationProgress } from '#server/migration-progress.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { makeNextRelease, nextMigration } from '../support/next-release.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { type ServerOptions, startServer } from '../support/server.ts';

describe('the progress of a migration', () => {
  const folder = temporaryFolder();
  let program: string;
  before(() => (program = makeNextRelease(folder.file('next-release'))));
  after(() => folder.remove());

  test('on SQLite', async () => {
    const dataDir = folder.file('data');
    mkdirSync(dataDir);
    const db = openSqlite(databaseFileIn(dataDir));
    await migrate(db, Date.now());
    await db.close();
    await assertLogged({ dataDir });
  });

  test('on PostgreSQL', async (t) => {
    const database = await newPostgresDatabase({ isMigrated: true });
    t.after(() => database.drop());
    await assertLogged({ databaseUrl: database.url });
  });

  async function assertLogged(options: ServerOptions): Promise<void> {
    const server = await startServer({ ...options, program });
    await server.stop();
    const logged = server.output().match(/Migrating the database[^"]*/g);
    assert.deepEqual(logged, [`Migrating the database: 1 of 1 (${nextMigration.name})`]);
  }
});

test('a long migration is logged again while it runs', async () => {
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
