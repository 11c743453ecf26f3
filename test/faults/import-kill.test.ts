// kill -9 in the middle of an import and of its undo: every row is done once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#db/database.ts';
import { lockImport } from '#db/imports/imports.ts';
import { assertSound } from '../support/assert-sound.ts';
import { call, listAll } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { beginImport, manyRows, untilImport } from '../support/imports.ts';
import type { TestServer } from '../support/server.ts';
import { samePage, type SignedIn, signInAs } from '../support/sign-in.ts';
import { countCustomers } from '../support/stored-records.ts';

// Four batches.
const rows = 400;
const patienceMs = 60_000;

withEachDatabase('kill -9 during an import', (start) => {
  const data = temporaryFolder();
  let server: TestServer;
  let me: SignedIn;
  before(async () => {
    server = await start({ dataDir: data.path });
    me = await signInAs(server);
  });
  after(async () => {
    await server?.stop();
    data.remove();
  });

  const here = (): SignedIn => ({
    ...me,
    call: (path, options = {}) =>
      call(server, path, { ...options, headers: { cookie: me.cookie, ...samePage } }),
  });

  /** After the first rows are done, and before the last. */
  const killMidway = async (id: string, count: 'done' | 'removed') => {
    // On PostgreSQL the lock is acquired between two batches and blocks the next one. On SQLite
    // polling is fast enough.
    const killOnceBegun = async (db: Database) => {
      const found = await lockImport(db, { brandId: me.brandId, id });
      if (found![count] > 0) process.kill(server.pid, 'SIGKILL');
      return found![count] > 0;
    };
    await server.withDatabase(async (db) => {
      const look = () =>
        db.engine === 'postgres' ? db.transaction(killOnceBegun) : killOnceBegun(db);
      for (const deadline = Date.now() + patienceMs; !(await look()); await nextTurn()) {
        assert.ok(Date.now() < deadline, 'no row is done');
      }
    });
    await server.stop('SIGKILL');
    await server.withDatabase(async (db) => {
      const left = await lockImport(db, { brandId: me.brandId, id });
      assert.ok(left![count] < rows, 'all was done before the kill');
      // Frees the lease, which another server would wait for.
      await db.run('update jobs set due_at = ?, leased_until = null', Date.now());
    });
    server = await start({ dataDir: data.path });
  };

  test('while it runs, and while it is undone', async () => {
    const key = await server.createKey({ brandId: me.brandId });
    const id = await beginImport(me, manyRows(rows));
    await killMidway(id, 'done');
    const done = await untilImport(here(), id, 'done');
    assert.deepEqual([done.done, done.created, done.refused], [rows, rows, 0]);
    const leads = await listAll(server, key, '/v1/api/leads?limit=200');
    const titles = leads.map(({ title }) => title as string).sort();
    assert.deepEqual(
      titles,
      manyRows(rows)
        .map(([, title]) => title!)
        .sort(),
    );
    assert.equal(await countCustomers(server, me.brandId), rows);

    await here().call(`/v1/app/imports/${id}/undo`, { method: 'POST' });
    await killMidway(id, 'removed');
    const { undo } = await untilImport(here(), id, 'undone');
    assert.deepEqual(undo, { removed: rows, kept: 0, archivedCustomers: rows });
    assert.deepEqual(await listAll(server, key, '/v1/api/leads'), []);
    const left = await server.withDatabase((db) => db.all('select id from jobs'));
    assert.deepEqual(left, []);
    await assertSound(server);
  });
});
