// A synchronous standby hangs, and so do commits: PostgreSQL waits forever, also after the client
// has gone. Its own PostgreSQL, with a standby that never connects.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { Client } from 'pg';
import { type Answer, call, createLead } from '../support/call.ts';
import { settleLeads } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { metric } from '../support/metrics.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { assertInTime, eventually, timelyTest } from '../support/within.ts';

// The smallest pool allowed.
const connectionsMax = 3;
// And one that listens.
const backendsMax = connectionsMax + 1;
// Half of `DATABASE_WAIT_MS`.
const refusedMsMax = 750;
const leadsAtOnce = 12;
const waves = 4;
const nodeName = 'node';
const rounds = isLongRun ? 10 : 1;

let postgres: PostgresServer;
let admin: Client;
let server: TestServer;
before(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const named = new URL(databaseUrl);
  named.searchParams.set('application_name', nodeName);
  server = await startServer({
    databaseUrl,
    env: {
      DATABASE_URL: named.href,
      DATABASE_CONNECTIONS_MAX: String(connectionsMax),
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
  });
  admin = new Client(postgres.url);
  await admin.connect();
});
after(async () => {
  await admin?.end();
  await server?.stop();
  await postgres?.close();
});

for (let round = 1; round <= rounds; round++)
  timelyTest(
    'commits that hang: no more connections, leads refused at once, lists go on',
    async (t) => {
      const key = await server.createKey();
      const sent: string[] = [];
      const send = (idempotencyKey: string) =>
        createLead(server, key, undefined, { 'idempotency-key': idempotencyKey });
      const sendNew = (count: number) => {
        const keys = Array.from({ length: count }, (_, n) => `lead ${sent.length + n}`);
        sent.push(...keys);
        return Promise.all(keys.map(send));
      };
      assert.equal((await send('before')).status, 201);

      let mostBackends = 0;
      const lists: Answer[] = [];
      const refusals: Answer[] = [];
      let slowestMs = 0;
      await setStandby('never');
      try {
        // Until the setting reaches every backend.
        await eventually(async () => (await sendNew(1))[0]!.status === 503);
        refusals.push(...(await sendNew(leadsAtOnce)));
        const hanging = await backends('SyncRep');
        assert.ok(hanging > 0, 'no commit hangs');
        for (let wave = 0; wave < waves; wave++) {
          const began = performance.now();
          refusals.push(...(await sendNew(leadsAtOnce)));
          slowestMs = Math.max(slowestMs, performance.now() - began);
          const unkeyed = await createLead(server, key);
          assertUnavailable(unkeyed);
          assert.match(unkeyed.body.message, /without an Idempotency-Key a retry may/);
          lists.push(await call(server, '/v1/api/leads', { key }));
          mostBackends = Math.max(mostBackends, await backends());
        }
        assert.equal(await backends('SyncRep'), hanging, 'more commits were begun');
        assert.equal(await metric(server, 'vakwerk_commits_hanging'), 1);
      } finally {
        await setStandby('');
      }
      t.diagnostic(`${mostBackends} connections; refused within ${Math.round(slowestMs)} ms`);
      for (const answer of refusals) {
        assertUnavailable(answer);
        assert.match(answer.body.message, /with the same Idempotency-Key/);
      }
      for (const { status } of lists) assert.equal(status, 200);
      assert.ok(mostBackends <= backendsMax, `${mostBackends} connections`);

      // The hanging commits succeed after all: a retry with the same key finds their leads.
      const freeAt = performance.now();
      await eventually(async () => (await send('after')).status === 201);
      const longestRecoveryMs = performance.now() - freeAt;
      await eventually(async () => (await metric(server, 'vakwerk_commits_hanging')) === 0);
      const linesOf = (text: string) => server.output().split(text).length - 1;
      await eventually(async () => linesOf('commits are answered again') >= round);
      // Not one line per refusal.
      assert.ok(linesOf('"commits hang: writes are refused') <= round * waves);
      const retried = await Promise.all(['before', 'after', ...sent].map(send));
      for (const { status } of retried) assert.equal(status, 201);
      assert.ok(
        retried.some(({ headers }) => headers.has('idempotent-replayed')),
        'none was stored',
      );
      const ids = retried.map(({ body }) => body.id as string);
      const done = { fault: 'synchronous standby that hangs', times: 1, longestRecoveryMs };
      await settleLeads(server, key, { ids }, done);
      assert.ok((await backends()) <= backendsMax);
      assertInTime(slowestMs, refusedMsMax, 'a refusal');
    },
  );

/** Makes commits wait for the standby of this name, or for none. */
async function setStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`);
  await admin.query('select pg_reload_conf()');
}

async function backends(waitingFor?: string): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where application_name = $1 and ($2::text is null or wait_event = $2)`,
    [nodeName, waitingFor ?? null],
  );
  return rows[0]!.count;
}
