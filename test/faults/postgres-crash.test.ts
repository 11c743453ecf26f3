// PostgreSQL crashes or is restarted under load, again and again: who asks meanwhile is told soon to come back, no
// lead that was acknowledged is missing afterwards, none is there twice.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertSound } from '../support/assert-sound.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { isLongRun, killsOf } from '../support/kills.ts';
import { LeadLoad, loadWord } from '../support/lead-load.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { assertInTime, eventually, lookAgainIfSlow } from '../support/within.ts';

const times = killsOf(2);
// A crash, and an end in order that nobody is waited for with, as on an update of PostgreSQL.
const ways = ['immediate', 'fast'] as const;
const connections = 16;
const answerMsMax = 2_000;
const healthyMsMax = 2_000;
const acknowledgedMin = 100;
// In long runs, after these: so that it comes at any moment of a batch.
const pauseMsMax = 600;

const seed = Number(process.env['SEED'] ?? 20_265);
const random = seededRandom(seed);

let postgres: PostgresServer;
let server: TestServer;
before(async () => {
  postgres = await startPostgres();
  // Every request takes from the shared window, as it does for most operators.
  const env = { RATE_LIMIT_PER_MINUTE: '1000000' };
  server = await startServer({ databaseUrl: await postgres.createDatabase(), env });
});
after(async () => {
  await server?.stop();
  await postgres?.close();
});

for (const way of ways)
  test(`stopped ${times} times under load: ${way}`, (t) => stopUnderLoad(t, way));

async function stopUnderLoad(t: TestContext, way: (typeof ways)[number]): Promise<void> {
  t.diagnostic(`SEED=${seed}`);
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections, isPatient: true });
  const figures: string[] = [];
  load.start(server);
  try {
    for (let time = 1; time <= times; time++) {
      await lookAgainIfSlow(t, async () => {
        load.slowestMs = 0;
        const enough = load.acknowledged.length + acknowledgedMin;
        await eventually(async () => load.acknowledged.length >= enough);
        if (isLongRun) await wait(random() * pauseMsMax);
        await postgres.stop(way);
        await assertDown(key);
        await postgres.restart();
        const healthyMs = await untilHealthy(key);
        figures.push(`${Math.round(load.slowestMs)} and ${healthyMs} ms`);
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

  const { leads, acknowledged, refusals } = load;
  const retried = leads.filter((lead) => lead.timesSent > 1);
  const replayed = leads.filter((lead) => lead.isReplayed);
  t.diagnostic(
    `${leads.length} leads, ${acknowledged.length} acknowledged, ${retried.length} sent again, ${replayed.length} of them made by an earlier sending; ${refusals.length} refusals`,
  );
  t.diagnostic(`the slowest answer, and until it was healthy: ${figures.join(', ')}`);
  for (const refusal of refusals) assertUnavailable(refusal);
  assert.ok(refusals.length > 0 && retried.length > 0, 'none of them hit a request');
  const unanswered = leads.filter((lead) => lead.status === null);
  assert.deepEqual(unanswered, []);

  const found = await listAll(server, key, `/v1/api/leads?limit=200&q=${loadWord}`);
  const byEmail = Map.groupBy(found, (item) => item.customer.email as string);
  assert.equal(byEmail.size, found.length, 'a lead is there twice');
  for (const { email, id, city } of acknowledged) {
    const item = byEmail.get(email)?.[0];
    assert.equal(item?.id, id, `${email} was acknowledged`);
    assert.equal(item.address?.city ?? null, city);
  }
  assert.ok((await assertSound(server)) >= found.length);
}

async function assertDown(key: string): Promise<void> {
  assertUnavailable(await createLead(server, key));
  assertUnavailable(await call(server, '/v1/api/leads', { key }));
  assertUnavailable(await call(server, '/readyz'));
  assert.equal((await call(server, '/healthz')).status, 200);
}

async function untilHealthy(key: string): Promise<number> {
  const began = performance.now();
  await eventually(async () => {
    const statuses = await Promise.all([
      call(server, '/readyz'),
      createLead(server, key),
      call(server, '/v1/api/leads', { key }),
    ]);
    return statuses.every(({ status }) => status < 300);
  });
  return Math.round(performance.now() - began);
}
