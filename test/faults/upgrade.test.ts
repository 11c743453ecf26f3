// Upgrade from the version before the last migration, under load: on PostgreSQL two servers are
// replaced one after the other, on SQLite one is stopped and the next started. The earlier program
// comes from the repository's history and starts slowly, so this runs in the long form only;
// nodes/newer-tables is the short form.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { schemaVersion } from '#db/migrate.ts';
import { startBalancer } from '../support/balancer.ts';
import { call } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { earlierProgram } from '../support/earlier-program.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { dropDatabase, createDatabase } from '../support/postgres.ts';
import { postgresForTests } from '../support/postgres-for-tests.ts';
import { patientWithPostgres, startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const upgrades = 3;
const leadsBetween = 400;
const connections = 8;
// More than the balancer needs to notice, also on a slow machine.
const env = { ...patientWithPostgres, SHUTDOWN_DELAY_MS: '3000' };

describe(
  'upgrade from the version before',
  { skip: !isLongRun && 'only in npm run faults' },
  () => {
    const folder = temporaryFolder();
    let earlier: Awaited<ReturnType<typeof earlierProgram>>;
    before(async () => (earlier = await earlierProgram(folder.file('earlier'), starts)));
    after(() => folder.remove());

    test('two servers on PostgreSQL, one after the other', async (t) => {
      if (typeof earlier === 'string') return t.skip(earlier);
      t.diagnostic(`from ${earlier.commit}`);
      for (let upgrade = 0; upgrade < upgrades; upgrade++) await upgradeNodes(earlier.program);
    });

    test('one server on SQLite', async (t) => {
      if (typeof earlier === 'string') return t.skip(earlier);
      for (let upgrade = 0; upgrade < upgrades; upgrade++) {
        await upgradeOne(earlier.program, folder.file(`data-${upgrade}`));
      }
    });
  },
);

function starts(program: string): Promise<boolean> {
  return startServer({ program }).then(
    async (server) => (await server.stop()) === 0,
    () => false,
  );
}

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
    await startOne({ program });
    await startOne({ program });
    const key = keyFrom(running[0]!);
    const load = new LeadLoad({ key, connections });
    load.start(balancer);
    for (let replaced = 0; replaced < 2; replaced++) {
      await load.untilAcknowledged(leadsBetween);
      await startOne({});
      // Old and new run side by side.
      await load.untilAcknowledged(leadsBetween);
      const old = running.shift()!;
      assert.equal(await old.stop(), 0);
      balancer.remove(old);
    }
    await load.untilAcknowledged(leadsBetween);
    await load.stop();
    assert.equal(await versionOf(running[0]!), schemaVersion);
    assert.deepEqual(
      load.refusals.map(({ status, text }) => `${status} ${text}`),
      [],
    );
    const done = { fault: 'rolling upgrade from the version before', times: 1 };
    assert.equal(await settleLoad(running[0]!, key, load, done), load.acknowledged.length);
  } finally {
    await balancer.close();
    for (const server of running) await server.stop();
    await dropDatabase(serverUrl, databaseUrl);
  }
}

async function upgradeOne(program: string, dataDir: string): Promise<void> {
  let server = await startServer({ dataDir, program });
  try {
    const key = keyFrom(server);
    const load = new LeadLoad({ key, connections });
    load.start(server);
    await load.untilAcknowledged(leadsBetween);
    assert.equal(await server.stop(), 0);
    await load.ended();
    const began = performance.now();
    server = await startServer({ dataDir });
    const longestRecoveryMs = performance.now() - began;
    load.start(server);
    await load.untilAcknowledged(leadsBetween);
    await load.stop();
    assert.equal(await versionOf(server), schemaVersion);
    const done = { fault: 'upgrade from the version before', times: 1, longestRecoveryMs };
    assert.equal(await settleLoad(server, key, load, done), load.acknowledged.length);
  } finally {
    await server.stop();
  }
}

/** The key printed by the first start: this program cannot create one in older tables. */
function keyFrom(server: TestServer): string {
  const [key] = /vk_[0-9A-Za-z]{38}/.exec(server.output())!;
  return key;
}

function versionOf(server: TestServer): Promise<number> {
  return server.withDatabase(
    async (db) =>
      (await db.first<{ last: number }>('select max(number) as last from migrations'))!.last,
  );
}
