// PostgreSQL is killed, restarted or loses backends under load, again and again: callers soon get
// 503, and no acknowledged lead is lost or doubled. Its own PostgreSQL, which is durable.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { Client } from 'pg';
import { call, createLead } from '../support/call.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { seededRandom, seedOfRun } from '../support/seeded-random.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { assertInTime, eventually, lookAgainIfSlow } from '../support/within.ts';

const connections = 16;
const answerMsMax = 2_000;
const healthyMsMax = 2_000;
const acknowledgedMin = 100;
// Long runs go up to this many, so that the fault hits any moment of a batch.
const acknowledgedMax = 1_000;

const seed = seedOfRun(20_265);
const random = seededRandom(seed);

const nodeName = 'node';

let postgres: PostgresServer;
let server: TestServer;
/** A brand other than the load's. */
let otherKey: string;
before(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const named = new URL(databaseUrl);
  named.searchParams.set('application_name', nodeName);
  // Every request takes from the shared rate window, as in most installations.
  const env = { DATABASE_URL: named.href, RATE_LIMIT_PER_MINUTE: '1000000' };
  server = await startServer({ databaseUrl, env });
  otherKey = await server.createKey();
});
after(async () => {
  await server?.stop();
  await postgres?.close();
});

interface Way {
  fault: string;
  isKill?: boolean;
  times: { short: number; long: number };
  hit(): Promise<void>;
}

const ways: Way[] = [
  {
    fault: 'kill -9 of PostgreSQL under load',
    isKill: true,
    times: { short: 2, long: 60 },
    hit: () => restart('kill'),
  },
  {
    // PostgreSQL then ends all backends by itself, and recovers.
    fault: 'kill -9 of one backend under load',
    isKill: true,
    times: { short: 1, long: 30 },
    async hit() {
      const pids = await backends<number>('pid');
      process.kill(pids[Math.floor(random() * pids.length)]!, 'SIGKILL');
    },
  },
  {
    // Graceful but without waiting for clients, as in an upgrade of PostgreSQL.
    fault: 'restart of PostgreSQL under load',
    times: { short: 1, long: 10 },
    hit: () => restart('fast'),
  },
  {
    fault: 'terminated backends under load',
    times: { short: 1, long: 30 },
    async hit() {
      assert.ok((await backends('pg_terminate_backend(pid)')).length > 0);
    },
  },
];
for (const way of ways) {
  const times = isLongRun ? way.times.long : way.times.short;
  test(`${way.fault}: ${times} times`, (t) => hitUnderLoad(t, way, times));
}

async function hitUnderLoad(t: TestContext, way: Way, times: number): Promise<void> {
  t.diagnostic(`SEED=${seed}`);
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections, isPatient: true });
  let [hits, refused, longestRecoveryMs] = [0, 0, 0];
  load.start(server);
  try {
    for (let time = 1; time <= times; time++) {
      await lookAgainIfSlow(t, async () => {
        load.slowestMs = 0;
        const more = isLongRun ? Math.ceil(random() * acknowledgedMax) : acknowledgedMin;
        await load.untilAcknowledged(more);
        await way.hit();
        hits++;
        const healthyMs = await untilHealthy();
        longestRecoveryMs = Math.max(longestRecoveryMs, healthyMs);
        for (const refusal of load.refusals.splice(0)) {
          assertUnavailable(refusal);
          refused++;
        }
        assertInTime(load.slowestMs, answerMsMax, 'an answer');
        assertInTime(healthyMs, healthyMsMax, 'to recover');
      });
    }
  } finally {
    await load.stop();
  }
  await eventually(async () => {
    await load.sendRetries(server);
    return load.leads.every((lead) => lead.idempotencyKey === null || lead.id !== null);
  });

  const { leads, acknowledged } = load;
  const retried = leads.filter((lead) => lead.timesSent > 1);
  const replayed = leads.filter((lead) => lead.isReplayed);
  t.diagnostic(
    `${leads.length} leads, ${acknowledged.length} acknowledged, ${retried.length} sent again, ${replayed.length} of them made by an earlier sending; ${refused} refusals; recovered within ${longestRecoveryMs} ms`,
  );
  const { fault, isKill = false } = way;
  await settleLoad(server, key, load, { fault, isKill, times: hits, longestRecoveryMs });
  for (const refusal of load.refusals) assertUnavailable(refusal);
  assert.ok(refused > 0, 'none of them hit a request');
  // One of three leads has a key: in the short form there may be none among those.
  if (isLongRun) assert.ok(retried.length > 0);
  assert.deepEqual(
    leads.filter((lead) => lead.status === null),
    [],
    'not answered',
  );
}

async function restart(mode: 'kill' | 'fast'): Promise<void> {
  await postgres.stop(mode);
  assertUnavailable(await createLead(server, otherKey));
  assertUnavailable(await call(server, '/v1/api/leads', { key: otherKey }));
  assertUnavailable(await call(server, '/readyz'));
  assert.equal((await call(server, '/healthz')).status, 200);
  await postgres.restart();
}

/** One value for each backend of the server. */
async function backends<T>(value: string): Promise<T[]> {
  const client = new Client(postgres.url);
  await client.connect();
  try {
    const { rows } = await client.query<{ value: T }>(
      `select ${value} as value from pg_stat_activity where application_name = $1`,
      [nodeName],
    );
    return rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

async function untilHealthy(): Promise<number> {
  const began = performance.now();
  await eventually(async () => {
    const statuses = await Promise.all([
      call(server, '/readyz'),
      createLead(server, otherKey),
      call(server, '/v1/api/leads', { key: otherKey }),
    ]);
    return statuses.every(({ status }) => status < 300);
  });
  return Math.round(performance.now() - began);
}
