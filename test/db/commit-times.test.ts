// Each commit is measured by itself, whatever runs beside it and however it ends.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { runInThreads } from '#runner/run-in-threads.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { type Engine, enginesOfRun } from '../support/shared-server.ts';

interface Opened {
  db: Database;
  close(): Promise<void>;
}
type Open = (onCommit: (tookMs: number) => void) => Promise<Opened>;

const open: Record<Engine, Open> = {
  async SQLite(onCommit) {
    const db = openSqlite(':memory:', { onCommit });
    return { db, close: () => db.close() };
  },
  async PostgreSQL(onCommit) {
    const database = await newPostgresDatabase();
    return { db: database.open({ onCommit }), close: () => database.drop() };
  },
};

for (const engine of enginesOfRun()) {
  describe(`commits on ${engine}`, () => {
    let commitsMs: number[] = [];
    let opened: Opened;
    before(async () => {
      opened = await open[engine]((tookMs) => commitsMs.push(tookMs));
      await opened.db.execute(
        `create table notes (
          id integer primary key,
          next integer references notes (id) deferrable initially deferred
        )`,
      );
    });
    after(() => opened?.close());
    const add = (trx: Database, id: number, next: number | null = null) =>
      trx.run('insert into notes (id, next) values (?, ?)', id, next);

    test('one measurement per commit, also within one action', async () => {
      commitsMs = [];
      for (const id of [1, 2, 3]) await opened.db.transaction((trx) => add(trx, id));
      assert.equal(commitsMs.length, 3);
      assert.ok(commitsMs.every((tookMs) => tookMs > 0));
    });

    test('a failed commit is measured, a rollback is not', async () => {
      commitsMs = [];
      await assert.rejects(
        opened.db.transaction((trx) => add(trx, 4, 99)),
        /foreign key/i,
      );
      assert.equal(commitsMs.length, 1);
      const undone = opened.db.transaction(async () => {
        throw new Error('undone');
      });
      await assert.rejects(undone, /undone/);
      assert.equal(commitsMs.length, 1);
    });
  });
}

test('the commit of a timed-out call is measured too', async (t) => {
  const waitMsMax = 1_000;
  const folder = temporaryFolder();
  let commits = 0;
  const runner = await runInThreads({
    file: folder.file('vakwerk.sqlite'),
    waitMsMax,
    onAnswer() {},
    onCommit: () => commits++,
    onMigration() {},
    onNotified() {},
    onReaderMissing() {},
    onDeath(error) {
      throw error;
    },
  });
  t.after(async () => {
    await runner.close();
    folder.remove();
  });
  const before = commits;
  // The event loop phase before timers and then messages.
  await setImmediate();
  const given = runner.run('makeFirstBrand', { owner: null });
  // Blocks this thread past the deadline: the response is there, but its caller has timed out.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMsMax + 50);
  await assert.rejects(given, /no answer in time/);
  // A later call on the same thread, which commits an empty transaction.
  assert.equal(await runner.run('makeFirstBrand', { owner: null }), null);
  assert.equal(commits, before + 2);
});
