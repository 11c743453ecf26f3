// The network is cut silently. Between client and server, in-flight leads are created or not, and a
// retry with the same Idempotency-Key creates none twice. Between server and PostgreSQL, callers
// get 503. Own servers: one is blocked as a whole.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call } from '../support/call.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { dropDatabase } from '../support/postgres.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

const times = isLongRun ? 10 : 1;
const cutsMax = 20;
const leadsEachTime = 40;
const refusalsEachTime = 10;
const connections = 8;
const answerMsMax = 2_000;
const connectionsMax = 3;
// And one that listens.
const backendsMax = connectionsMax + 1;
const nodeName = 'node whose network is cut';

let databaseUrl: string;
let network: Network;
let server: TestServer;
before(async () => {
  databaseUrl = await createMigratedDatabase();
  network = await startNetwork(databaseUrl);
  const named = new URL(network.url);
  named.searchParams.set('application_name', nodeName);
  const env = { DATABASE_URL: named.href, DATABASE_CONNECTIONS_MAX: String(connectionsMax) };
  server = await startServer({ databaseUrl, env });
});
after(async () => {
  await server?.stop();
  await network?.close();
  await dropDatabase(await postgresForTests(), databaseUrl);
});

timelyTest('between the server and PostgreSQL', async (t) => {
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections, isPatient: true });
  const acknowledgeMore = async (count: number) => {
    const enough = load.acknowledged.length + count;
    await eventually(async () => load.acknowledged.length >= enough);
  };
  // Held packets arrive after all, or the other end has forgotten the connection.
  const ends = {
    'the network is back': () => network.heal(),
    'all connections are lost': () => network.leadTo(Number(new URL(databaseUrl).port)),
  };
  let longestRecoveryMs = 0;
  load.start(server);
  try {
    for (const end of Array.from({ length: times }, () => Object.values(ends)).flat()) {
      await acknowledgeMore(leadsEachTime);
      network.cut();
      const refusals = load.refusals.length + refusalsEachTime;
      await eventually(async () => load.refusals.length >= refusals);
      assertUnavailable(load.refusals.at(-1)!);
      assert.equal((await call(server, '/healthz')).status, 200);
      end();
      const began = performance.now();
      await acknowledgeMore(1);
      longestRecoveryMs = Math.max(longestRecoveryMs, performance.now() - began);
    }
    await acknowledgeMore(leadsEachTime);
  } finally {
    network.heal();
    await load.stop();
  }
  t.diagnostic(`the slowest answer took ${Math.round(load.slowestMs)} ms`);
  await eventually(async () => {
    await load.sendRetries(server);
    return load.leads.every((lead) => lead.idempotencyKey === null || lead.id !== null);
  });
  assert.ok((await backends()) > 0);
  await eventually(async () => (await backends()) <= backendsMax);
  assertInTime(load.slowestMs, answerMsMax, 'an answer');
  await settleLoad(server, key, load, {
    fault: 'network cut between server and database',
    times: times * Object.keys(ends).length,
    longestRecoveryMs,
  });
});

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  test(`between clients and the server, on ${database}`, async (t) => {
    const direct = database === 'SQLite' ? await startServer() : server;
    if (direct !== server) t.after(() => direct.stop());
    const key = await direct.createKey();
    const load = new LeadLoad({ key, connections });
    const isRetried = () => load.leads.some(({ timesSent }) => timesSent > 1);
    // A cut may fall between two leads.
    for (let time = 0; time < times || (!isRetried() && time < cutsMax); time++) {
      const way = await startNetwork(direct.url);
      t.after(() => way.close());
      const enough = load.acknowledged.length + leadsEachTime;
      load.start(way);
      await eventually(async () => load.acknowledged.length >= enough);
      way.cut();
      const ended = load.stop();
      way.forsake();
      await ended;
      await load.sendRetries(direct);
    }
    assert.ok(isRetried(), 'no lead was in flight');
    const fault = 'network cut between clients and server';
    await settleLoad(direct, key, load, { fault, times });
  });
}

/** The server's backends in PostgreSQL: those of broken connections are gone too. */
async function backends(): Promise<number> {
  const rows = await server.withDatabase((db) =>
    db.all('select 1 from pg_stat_activity where application_name = ?', nodeName),
  );
  return rows.length;
}
