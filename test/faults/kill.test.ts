// kill -9 under load, again and again, and during recovery: no acknowledged lead is lost, half-made
// or doubled. Own servers: they are killed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { basename } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { call } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { seededRandom, seedOfRun } from '../support/seeded-random.ts';
import { spawnServer, type TestServer } from '../support/server.ts';

const connections = 32;
const lookedUpById = 200;
const startWaitMsMax = 60_000;
const startMsMax = 1_000;

const seed = seedOfRun(20_261);
const random = seededRandom(seed);
// Together with the other files: 200 kills and 100,000 leads on each database.
const long = {
  SQLite: { kills: 100, answersMax: 2_300 },
  PostgreSQL: { kills: 60, answersMax: 1_600 },
};
const short = { SQLite: [20, 100, 180, 300], PostgreSQL: [150] };

withEachDatabase('kill -9', (start, engine) => {
  // After so many more responses. All connections are busy, so the kill hits the middle of a batch.
  // Long runs choose at random.
  const killsAfter = isLongRun
    ? Array.from({ length: long[engine].kills }, () =>
        Math.ceil(random() * long[engine].answersMax),
      )
    : short[engine];
  const data = temporaryFolder();
  let server: TestServer;
  const restart = () => start({ dataDir: data.path });
  before(async () => {
    server = await restart();
  });
  after(async () => {
    await server?.stop();
    data.remove();
  });

  test(`${killsAfter.length} kills under load`, async (t) => {
    t.diagnostic(`SEED=${seed}`);
    const key = await server.createKey();
    const load = new LeadLoad({ key, connections });
    let [killedAtStart, longestStartMs] = [0, 0];
    for (const [kill, more] of killsAfter.entries()) {
      load.start(server);
      await load.untilAcknowledged(more);
      await server.stop('SIGKILL');
      await load.ended();
      if (isLongRun || (kill % 2 === 0 && engine === 'SQLite')) {
        killedAtStart++;
        if (kill % 2 === 0 && engine === 'SQLite') await killAtStart();
        else await killWhileStarting(random() * startMsMax);
      }
      const began = performance.now();
      server = await restart();
      longestStartMs = Math.max(longestStartMs, performance.now() - began);
    }
    await load.sendRetries(server);

    const { leads, acknowledged } = load;
    const replayed = leads.filter((lead) => lead.isReplayed);
    const broken = leads.filter((lead) => lead.id === null);
    const retried = leads.filter((lead) => lead.timesSent > 1);
    t.diagnostic(
      `${leads.length} leads sent, ${acknowledged.length} acknowledged, ${broken.length} never answered, ${retried.length} sent again, ${replayed.length} of them made by the first sending`,
    );
    // Before the checks, during which a connection may time out.
    for (let count = 0; count < lookedUpById; count++) {
      const lead = acknowledged[Math.floor(random() * acknowledged.length)]!;
      const { status, body } = await call(server, `/v1/api/work-items/${lead.id}`, { key });
      assert.equal(status, 200);
      assert.equal(body.title, lead.title);
    }
    const found = await settleLoad(
      server,
      key,
      load,
      {
        fault: 'kill -9 of the server under load',
        times: killsAfter.length,
        isKill: true,
        longestRecoveryMs: longestStartMs,
      },
      { fault: 'kill -9 of the server while it starts', times: killedAtStart, isKill: true },
    );
    const stored = await server.withDatabase((db) =>
      db.first<{ count: number }>('select count(*) as count from work_items'),
    );
    assert.equal(stored!.count, found);
    assert.ok(broken.length > 0, 'no kill hit a request');
    assert.ok(retried.length > 0, 'no kill hit a request with an Idempotency-Key');
    assert.deepEqual(
      broken.filter((lead) => lead.status !== null || lead.idempotencyKey !== null),
      [],
      'refused, or not answered at last',
    );
  });

  /** Once it has opened the database and begins to read the log. */
  const killAtStart = async () => {
    const sharedMemory = `${basename(server.databaseFile)}-shm`;
    const watching = watch(data.path);
    const child = spawnServer({ dataDir: data.path });
    const ended = once(child, 'exit');
    const first = Promise.withResolvers<string>();
    watching.on('change', (_, file) => {
      if (file === sharedMemory) first.resolve('opened');
    });
    child.once('exit', () => first.resolve('ended'));
    child.stdout!.on('data', (chunk) => {
      if (String(chunk).includes('is ready at')) first.resolve('ready');
    });
    const timer = setTimeout(() => first.resolve('nothing'), startWaitMsMax);
    const happened = await first.promise;
    clearTimeout(timer);
    watching.close();
    child.kill('SIGKILL');
    await ended;
    assert.equal(happened, 'opened');
  };

  /** At any moment before, during or after recovery. */
  const killWhileStarting = async (afterMs: number) => {
    const { databaseUrl } = server;
    const child = spawnServer({ dataDir: data.path, ...(databaseUrl && { databaseUrl }) });
    const ended = once(child, 'exit');
    await wait(afterMs);
    child.kill('SIGKILL');
    await ended;
  };
});
