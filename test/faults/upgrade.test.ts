// An upgrade to a release with one migration more, with leads coming in: on PostgreSQL two servers are replaced one after the
// other, on SQLite one is stopped and the next started. Long form only; nodes/newer-tables is the short form.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startBalancer } from '../support/balancer.ts';
import { call } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { makeNextRelease, nextMigration } from '../support/next-release.ts';
import { dropDatabase, createDatabase } from '../support/postgres.ts';
import { postgresForTests } from '../support/postgres-for-tests.ts';
import { patientWithPostgres, startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const upgrades = 3;
const leadsBetween = 400;
const connections = 8;
// More than the balancer needs to notice, also on a slow machine.
const env = { ...patientWithPostgres, SHUTDOWN_DELAY_MS: '3000' };

describe('upgrade to the next release', { skip: !isLongRun && 'only in npm run faults' }, () => {
  const folder = temporaryFolder();
  let program: string;
  before(() => (program = makeNextRelease(folder.file('next-release'))));
  after(() => folder.remove());

  test('two servers on PostgreSQL, one after the other', async () => {
    for (let upgrade = 0; upgrade < upgrades; upgrade++) await upgradeNodes(program);
  });

  test('one server on SQLite', async () => {
    for (let upgrade = 0; upgrade < upgrades; upgrade++) {
      await upgradeOne(program, folder.file(`data-${upgrade}`));
    }
  });
});

async function upgradeNodes(program: string): Promise<void> {
  const serverUrl = await postgresForTests();
  const databaseUrl = await createDatabase(serverUrl);
  const balancer = await startBalancer();
  const running: TestServer[] = [];
  const startOne = async (options: { program?: string }) => {
    const server = await startServer({ databaseUrl, env, ...options });
    running.push(server);
    balancer.add(server);
    await eventually(async () => {
      await call(balancer, '/healthz');
      return balancer.answersOf(server) > 0;
    });
  };
  try {
    await startOne({});
    await startOne({});
    const key = await running[0]!.createKey();
    const load = new LeadLoad({ key, connections });
    load.start(balancer);
    for (let replaced = 0; replaced < 2; replaced++) {
      await load.untilAcknowledged(leadsBetween);
      await startOne({ program });
      // Old and new run side by side.
      await load.untilAcknowledged(leadsBetween);
      const old = running.shift()!;
      assert.equal(await old.stop(), 0);
      balancer.remove(old);
    }
    await load.untilAcknowledged(leadsBetween);
    await load.stop();
    assert.equal(await versionOf(running[0]!), nextMigration.number);
    assert.deepEqual(
      load.refusals.map(({ status, text }) => `${status} ${text}`),
      [],
    );
    const done = { fault: 'rolling upgrade to the next release', times: 1 };
    assert.equal(await settleLoad(running[0]!, key, load, done), load.acknowledged.length);
  } finally {
    await balancer.close();
    for (const server of running) await server.stop();
    await dropDatabase(serverUrl, databaseUrl);
  }
}

async function upgradeOne(program: string, dataDir: string): Promise<void> {
  let server = await startServer({ dataDir });
  try {
    const key = await server.createKey();
    const load = new LeadLoad({ key, connections });
    load.start(server);
    await load.untilAcknowledged(leadsBetween);
    assert.equal(await server.stop(), 0);
    await load.ended();
    const began = performance.now();
    server = await startServer({ dataDir, program });
    const longestRecoveryMs = performance.now() - began;
    load.start(server);
    await load.untilAcknowledged(leadsBetween);
    await load.stop();
    assert.equal(await versionOf(server), nextMigration.number);
    const done = { fault: 'upgrade to the next release', times: 1, longestRecoveryMs };
    assert.equal(await settleLoad(server, key, load, done), load.acknowledged.length);
  } finally {
    await server.stop();
  }
}

function versionOf(server: TestServer): Promise<number> {
  return server.withDatabase(
    async (db) =>
      (await db.first<{ last: number }>('select max(number) as last from migrations'))!.last,
  );
}
