// PostgreSQL's primary is killed under load, its synchronous standby is promoted, and the
// database's address moves there: no acknowledged lead is lost or doubled, and the server goes on
// without a restart.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { assertSound } from '../support/assert-sound.ts';
import { settleLoad } from '../support/fault-outcome.ts';
import { isLongRun } from '../support/fault-record.ts';
import { LeadLoad } from '../support/lead-load.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { cannotHoldProcesses } from '../support/postgres-processes.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const times = isLongRun ? 5 : 1;
const leadsEachTime = isLongRun ? 500 : 60;
const connections = 16;

let primary: PostgresServer;
let network: Network;
let server: TestServer;
before(async () => {
  if (cannotHoldProcesses) return;
  primary = await startPostgres();
  network = await startNetwork(await primary.createDatabase());
  server = await startServer({ databaseUrl: network.url });
});
after(async () => {
  await server?.stop();
  await network?.close();
  await primary?.close();
});

test('failover to a synchronous standby', { skip: cannotHoldProcesses }, async (t) => {
  const key = await server.createKey();
  const load = new LeadLoad({ key, connections, isPatient: true });
  const acknowledgeMore = async (count: number) => {
    const enough = load.acknowledged.length + count;
    await eventually(async () => load.acknowledged.length >= enough);
  };
  let longestRecoveryMs = 0;
  for (let time = 0; time < times; time++) {
    const standby = await startStandby();
    load.start(server);
    try {
      await acknowledgeMore(leadsEachTime);
      await primary.stop('kill');
      await runOn(standby, 'select pg_promote()');
      // It may have inherited the setting from the copy, and has no standby yet.
      await waitForStandby(standby, '');
      network.leadTo(standby.port);
      const began = performance.now();
      await acknowledgeMore(1);
      longestRecoveryMs = Math.max(longestRecoveryMs, performance.now() - began);
      await acknowledgeMore(leadsEachTime);
    } finally {
      await load.stop();
      await primary.close();
      primary = standby;
    }
  }
  await eventually(async () => {
    await load.sendRetries(server);
    return load.leads.every((lead) => lead.idempotencyKey === null || lead.id !== null);
  });

  t.diagnostic(
    `${times} failovers, ${load.acknowledged.length} leads; ${Math.round(longestRecoveryMs)} ms`,
  );
  const fault = 'kill -9 of the primary, failover to its standby';
  const found = await settleLoad(server, key, load, {
    fault,
    isKill: true,
    times,
    longestRecoveryMs,
  });
  assert.equal(await assertSound(server), found);
  assert.ok(
    load.leads.some(({ timesSent }) => timesSent > 1),
    'no lead was under way',
  );
});

/** Commits wait for it from here on. */
async function startStandby(): Promise<PostgresServer> {
  await primary.stop();
  const standby = await startPostgres({ replicaOf: primary });
  await primary.restart();
  await waitForStandby(primary, '*');
  await eventually(async () => {
    const rows = await runOn(primary, 'select sync_state from pg_stat_replication');
    return rows.some((row) => row['sync_state'] === 'sync');
  });
  return standby;
}

/** Makes commits wait for the standby of this name; `*` is any. */
async function waitForStandby(postgres: PostgresServer, name: string): Promise<void> {
  await runOn(postgres, `alter system set synchronous_standby_names = '${name}'`);
  await runOn(postgres, 'select pg_reload_conf()');
}

async function runOn({ url }: PostgresServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
