// kill -9 in the middle of an import and of its undo: every row is done once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertSound } from '../support/assert-sound.ts';
import { call, listAll } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { beginImport, csvOf, manyRows, untilImport } from '../support/imports.ts';
import type { TestServer } from '../support/server.ts';
import { samePage, type SignedIn, signInAs } from '../support/sign-in.ts';
import { countCustomers } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

// Three times as many as are made together.
const rows = 300;

withEachDatabase('an import under fire', (start) => {
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

  /** When so many of its rows are done. */
  const killAt = async (id: string, count: (found: Counts) => number, least: number) => {
    await eventually(async () => {
      const { body } = await here().call(`/v1/app/imports/${id}`);
      return count(body) >= least;
    });
    await server.stop('SIGKILL');
    const left = await server.withDatabase(async (db) => {
      // Where there are several servers, others wait until the lease is over. Not here.
      await db.run('update jobs set due_at = ?, leased_until = null', Date.now());
      return (await db.all('select id from jobs')).length;
    });
    server = await start({ dataDir: data.path });
    return left;
  };

  interface Counts {
    done: number;
    undo: { removed: number } | null;
  }

  test('killed while it runs, and while it is undone', async (t) => {
    const key = await server.createKey({ brandId: me.brandId });
    const id = await beginImport(me, csvOf(manyRows(rows)));
    let hits = await killAt(id, ({ done }) => done, 1);
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
    hits += await killAt(id, ({ undo }) => undo!.removed, 1);
    const { undo } = await untilImport(here(), id, 'undone');
    assert.deepEqual(undo, { removed: rows, kept: 0, archivedCustomers: rows });
    assert.deepEqual(await listAll(server, key, '/v1/api/leads'), []);
    t.diagnostic(`${hits} of 2 kills came in the middle`);
    assert.ok(hits > 0, 'no kill hit the job');
    const left = await server.withDatabase((db) => db.all('select id from jobs'));
    assert.deepEqual(left, []);
    await assertSound(server);
  });
});
