// A clock that is an hour ahead is set right. Neither a rate-limited caller nor a webhook retry
// waits for that hour. Own servers: their clocks are set.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '#db/database.ts';
import { type Answer, call, createLead } from '../support/call.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import { metric } from '../support/metrics.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { patientWithPostgres, startServer, type TestServer } from '../support/server.ts';
import { enginesOfRun } from '../support/shared-server.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';
import { wrongClock } from '../support/wrong-clock.ts';

const hourMs = 3_600_000;
const windowSeconds = 60;
const perMinute = 12;
const retryMs = 3_000;

interface World {
  server: TestServer;
  /** With a right clock, on the same database. */
  other: TestServer | null;
  /** Sets the wrong clock. */
  setAhead(ms: number): unknown;
  stop(): Promise<void>;
}

let receiver: Receiver;
before(async () => (receiver = await startReceiver()));
after(() => receiver?.close());

const settings = () => ({
  ...sendingTo(receiver),
  RATE_LIMIT_PER_MINUTE: String(perMinute),
  WEBHOOK_RETRY_MS: String(retryMs),
});

async function machineOnSqlite(): Promise<World> {
  const clock = wrongClock(hourMs);
  const server = await startServer({ env: { ...settings(), ...clock.env } });
  return { server, other: null, setAhead: clock.setAhead, stop: async () => void server.stop() };
}

async function machineOnPostgres(): Promise<World> {
  const clock = wrongClock(hourMs);
  const database = await newPostgresDatabase({ isMigrated: true });
  const env = { ...settings(), ...patientWithPostgres };
  const [server, other] = await Promise.all([
    startServer({ databaseUrl: database.url, env: { ...env, ...clock.env } }),
    startServer({ databaseUrl: database.url, env }),
  ]);
  const stop = async () => {
    await Promise.all([server.stop(), other.stop()]);
    await database.drop();
  };
  return { server, other, setAhead: clock.setAhead, stop };
}

/** A function of the test shadows PostgreSQL's own clock. */
async function databaseOnPostgres(): Promise<World> {
  const database = await newPostgresDatabase({ isMigrated: true });
  const db: Database = database.open();
  const { pathname } = new URL(database.url);
  await db.execute(`
    create table clock (ahead interval not null);
    insert into clock values ('1 hour');
    create function public.clock_timestamp() returns timestamptz language sql
      as 'select pg_catalog.clock_timestamp() + ahead from public.clock';
    alter database "${pathname.slice(1)}" set search_path = public, pg_catalog;
  `);
  const env = { ...settings(), ...patientWithPostgres };
  const server = await startServer({ databaseUrl: database.url, env });
  const setAhead = (ms: number) =>
    db.execute(`update clock set ahead = ${ms} * interval '1 millisecond'`);
  const stop = async () => {
    await server.stop();
    await database.drop();
  };
  return { server, other: null, setAhead, stop };
}

const worlds = [
  ...(enginesOfRun().includes('SQLite') ? [['machine on SQLite', machineOnSqlite]] : []),
  ...(enginesOfRun().includes('PostgreSQL')
    ? [
        ['machine of one of two servers on PostgreSQL', machineOnPostgres],
        ['database server', databaseOnPostgres],
      ]
    : []),
] as [string, () => Promise<World>][];

const expected: Record<string, { differenceMinutes: number; told: RegExp }> = {
  'machine on SQLite': { differenceMinutes: 0, told: /the clock was set back by 3[56]\d\d\.\d s/ },
  'machine of one of two servers on PostgreSQL': {
    differenceMinutes: 60,
    told: /this machine's clock is 3[56]\d\d\.\d s ahead of the database server's clock/,
  },
  'database server': {
    differenceMinutes: -60,
    told: /the database server's clock was set back by 3[56]\d\d\.\d s/,
  },
};

for (const [name, open] of worlds) {
  describe(`the clock of the ${name}`, () => {
    let world: World;
    before(async () => (world = await open()));
    after(() => world?.stop());

    test('an hour ahead and set right, makes no caller wait for the hour', async () => {
      const { server, other, setAhead } = world;
      const differenceSeconds = () => metric(server, 'vakwerk_clock_difference_seconds');
      // Plus zero: a small negative difference rounds to -0.
      const minutes = Math.round((await differenceSeconds()) / 60) + 0;
      assert.equal(minutes, expected[name]!.differenceMinutes);
      const refusedKey = await server.createKey();
      const ask = (asked: TestServer) => call(asked, '/v1/api/leads', { key: refusedKey });
      const answers = await Promise.all(Array.from({ length: perMinute + 1 }, () => ask(server)));
      assertRefusedForAMinute(answers.find(({ status }) => status === 429)!);
      if (other) assertRefusedForAMinute(await ask(other));
      if (other) {
        // It has half an hour left, whatever the machine says.
        const expiring = await server.createKey({ expiresAt: Date.now() + hourMs / 2 });
        assert.equal((await call(server, '/v1/api/leads', { key: expiring })).status, 200);
      }
      const path = `/${name.replaceAll(' ', '-')}`;
      receiver.behave(path, { status: 500 });
      const key = await server.createKey();
      await webhookApi(server, key).create(receiver.url(path));
      const first = await createLead(server, key);
      assert.equal(first.status, 201);
      const planned = `select id from jobs where kind = 'retryDelivery'`;
      await eventually(() =>
        server.withDatabase(async (db) => (await db.first(planned)) !== undefined),
      );

      await setAhead(0);
      receiver.behave(path, { status: 200 });
      const after = await ask(server);
      if (after.status !== 200) assertRefusedForAMinute(after);
      const second = await createLead(server, key);
      assert.equal(second.status, 201);
      await eventually(async () => Math.abs(await differenceSeconds()) < 1);
      // The lead that failed, and the one after the step.
      await receiver.until(path, 3);
      await eventually(async () => expected[name]!.told.test(server.output()));
      const ids = [first.body.id, second.body.id];
      const fault = `clock an hour ahead, then set right: ${name}`;
      await settleLeads(server, key, { ids }, { fault, times: 2 });
    });
  });
}

function assertRefusedForAMinute(answer: Answer): void {
  assert.equal(answer.status, 429);
  const seconds = Number(answer.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= windowSeconds, `Retry-After: ${seconds}`);
}
