// PostgreSQL goes away, hangs or runs out of connections: callers get a timely error, nothing is
// half-written, and all works again once it is back.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, before, describe, type TestContext } from 'node:test';
import { type Database, DatabaseUnavailable, StatementTimeout } from '#db/database.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { dropDatabase, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { assertInTime, eventually, timelyTest, TooSlow, within } from '../support/within.ts';

const connectionsMax = 3;
const waitMsMax = 1_000;
// The timeout of a hanging connection, with room for a slow machine.
const answerMsMax = 3_000;
const backMsMax = 2_000;
const patientMs = 20_000;

describe('faults of PostgreSQL', () => {
  let postgres: PostgresServer;
  let url: string;
  let db: ReturnType<typeof openPostgres>;
  /** A connection without a deadline, to inspect the outcome. */
  let patient: ReturnType<typeof openPostgres>;
  let broken: Error[];
  before(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase();
  });
  const faultTest = (name: string, look: (t: TestContext) => Promise<void>) =>
    timelyTest(name, async (t) => {
      broken = [];
      const onConnectionError = (error: Error) => broken.push(error);
      db = openPostgres({ url, connectionsMax, waitMsMax, onConnectionError });
      patient = openPostgres({
        url,
        connectionsMax: 1,
        waitMsMax: patientMs,
        onConnectionError() {},
      });
      try {
        await patient.execute(
          'drop table if exists notes; create table notes (id integer primary key)',
        );
        await look(t).catch(tellTooSlow);
      } finally {
        await Promise.all([db.close(), patient.close()]);
      }
    });
  after(() => postgres?.close());

  const add = (to: Database, id: number) => to.run('insert into notes (id) values (?)', id);
  const ids = async (from = patient) =>
    (await from.all<{ id: number }>('select id from notes order by id')).map(({ id }) => id);
  const pidOf = async (trx: Database) =>
    (await trx.first<{ pid: number }>('select pg_backend_pid() as pid'))!.pid;
  const endBackend = (pid: number) => patient.all('select pg_terminate_backend(?)', pid);
  const isBack = () =>
    within(backMsMax, () =>
      ids(db).then(
        () => true,
        () => false,
      ),
    );

  faultTest('stopped: unavailable at once; back with the server', async () => {
    await add(patient, 1);
    await postgres.stop();
    try {
      for (const ask of [
        () => ids(db),
        () => db.transaction((trx) => add(trx, 2)),
        () => db.execute('select 1'),
        () => db.insertRows('revisions', [{ subject: 'apiKeys', revision: 1 }]),
      ]) {
        await isUnavailableInTime(ask);
      }
    } finally {
      await postgres.restart();
    }
    await isBack();
    assert.deepEqual(await ids(), [1]);
    assert.equal(db.load().busy, 0);
  });

  faultTest(
    'crashed in the middle of a transaction: nothing of it is kept, all before it is',
    async () => {
      await add(patient, 1);
      const crashed = isUnavailableInTime(() =>
        db.transaction(async (trx) => {
          await add(trx, 2);
          await postgres.crash();
          await add(trx, 3);
        }),
      );
      await crashed.finally(() => postgres.restart());
      await isBack();
      assert.deepEqual(await ids(), [1]);
    },
  );

  faultTest('a connection that is cut in the middle of a transaction', async () => {
    await isUnavailableInTime(() =>
      db.transaction(async (trx) => {
        await add(trx, 1);
        await endBackend(await pidOf(trx));
        await add(trx, 2);
      }),
    );
    assert.deepEqual(await ids(), []);
    assert.equal(db.load().busy, 0);
  });

  faultTest('a connection that is cut before the commit', async () => {
    await isUnavailableInTime(() =>
      db.transaction(async (trx) => {
        await add(trx, 1);
        await endBackend(await pidOf(trx));
      }),
    );
    assert.deepEqual(await ids(), []);
  });

  faultTest('a connection that is cut while nobody uses it is replaced', async () => {
    const pid = await db.transaction(pidOf);
    await endBackend(pid);
    await eventually(async () => broken.length === 1);
    assert.deepEqual(await ids(), []);
    assert.notEqual(await db.transaction(pidOf), pid);
  });

  faultTest('a database that is away for a moment, as while it is restored', async () => {
    const away = await postgres.createDatabase();
    const other = openPostgres({ url: away, connectionsMax: 1, waitMsMax });
    try {
      await other.execute('create table notes (id integer primary key)');
      await dropDatabase(url, away);
      // The connection that was cut, and then one that is refused.
      await isUnavailableInTime(() => add(other, 1));
      await isUnavailableInTime(() => add(other, 1));
    } finally {
      await other.close();
    }
  });

  faultTest('a server that hangs is not waited for any longer', async () => {
    const hung: number[] = [];
    try {
      await isUnavailableInTime(() =>
        db.transaction(async (trx) => {
          hung.push(await pidOf(trx));
          process.kill(hung[0]!, 'SIGSTOP');
          await add(trx, 1);
        }),
      );
      assert.deepEqual(await ids(db), [], 'the others do not go on');
      assert.equal(db.load().busy, 1, 'another connection may be opened in its place');
    } finally {
      for (const pid of hung) process.kill(pid, 'SIGCONT');
    }
    assert.deepEqual(await ids(), []);
    await within(backMsMax, async () => db.load().busy === 0);
  });

  faultTest('a statement that takes too long is ended on the server too', async () => {
    await isUnavailableInTime(() => db.all('select pg_sleep(600)'), StatementTimeout);
    const busy = `select 1 from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`;
    await eventually(async () => (await patient.all(busy)).length === 0);
  });

  faultTest('work that dawdles in a transaction loses it, and its locks', async () => {
    await isUnavailableInTime(() =>
      db.transaction(async (trx) => {
        await trx.waitForLocks(['a']);
        await eventually(async () => {
          const got = await db.transaction((other) => other.tryLocks(['a']));
          return got.size === 1;
        });
        await add(trx, 1);
      }),
    );
    assert.deepEqual(await ids(), []);
  });

  faultTest(
    'no connection left for writes: a bounded wait, then unavailable; reads and those that have one go on',
    async () => {
      const done = Promise.withResolvers<void>();
      // Writes leave one of three to reads.
      const holders = Array.from({ length: connectionsMax - 1 }, (_, id) =>
        db.transaction(async (trx) => {
          await add(trx, id);
          await done.promise;
        }),
      );
      await eventually(async () => db.load().busy === connectionsMax - 1);
      const others = Promise.all([
        isUnavailableInTime(() => add(db, 98)),
        isUnavailableInTime(() => db.transaction((trx) => add(trx, 99))),
        ids(db),
      ]);
      await others.finally(done.resolve);
      await Promise.all(holders);
      assert.deepEqual(await ids(), [0, 1]);
      assert.deepEqual(db.load(), { busy: 0, waiting: 0 });
    },
  );

  faultTest('no connection left for reads: a bounded wait', async () => {
    const one = openPostgres({ url, connectionsMax: 1, waitMsMax });
    const done = Promise.withResolvers<void>();
    const holder = one.transaction(() => done.promise);
    try {
      await eventually(async () => one.load().busy === 1);
      await isUnavailableInTime(() => ids(one));
    } finally {
      done.resolve();
      await holder;
      await one.close();
    }
  });

  faultTest('an answer to a commit that gets lost is not guessed at', async (t) => {
    const proxy = await startProxy(postgres.port);
    const far = new URL(url);
    far.port = String(proxy.port);
    const through = openPostgres({ url: far.href, connectionsMax, waitMsMax });
    t.after(async () => {
      await through.close();
      proxy.close();
    });
    await isUnavailableInTime(() =>
      through.transaction(async (trx) => {
        await add(trx, 1);
        proxy.loseAnswers();
      }),
    );
    // The commit itself had arrived.
    await eventually(async () => (await ids()).includes(1));
  });

  async function isUnavailableInTime(
    ask: () => Promise<unknown>,
    fault = DatabaseUnavailable,
  ): Promise<void> {
    const began = performance.now();
    await assert.rejects(ask, fault);
    const tookMs = performance.now() - began;
    assertInTime(tookMs, answerMsMax, 'the fault');
  }
});

/** A call that should have succeeded timed out: the machine stood still. */
function tellTooSlow(error: Error): never {
  throw error instanceof DatabaseUnavailable ? new TooSlow(error.message, { cause: error }) : error;
}

/**
 * Forwards everything until responses are to be lost; then it cuts each connection at its next
 * response.
 */
async function startProxy(toPort: number) {
  let isLosing = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(toPort, '127.0.0.1');
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', cut);
    }
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => (isLosing ? cut() : client.write(bytes)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    loseAnswers: () => (isLosing = true),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
