// Ready means that a write was possible within the last seconds, on both databases. Own servers:
// their storage is taken away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { call, createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { spoilRoot } from '../support/damage.ts';
import { whileLeadsComeIn } from '../support/fault-outcome.ts';
import { metric } from '../support/metrics.ts';
import { dropDatabase } from '../support/postgres.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

async function isReady(server: TestServer): Promise<boolean> {
  return (await call(server, '/readyz')).status === 200;
}

test('a role becomes read-only and writable again', async (t) => {
  const databaseUrl = await createMigratedDatabase();
  const server = await startServer({ databaseUrl });
  const operator = new Client(databaseUrl);
  await operator.connect();
  t.after(async () => {
    await server.stop();
    await operator.end();
    await dropDatabase(await postgresForTests(), databaseUrl);
  });
  const mayWrite = async (isAllowed: boolean) => {
    const { rows } = await operator.query('select quote_ident(current_database()) as name');
    const value = isAllowed ? 'off' : 'on';
    await operator.query(
      `alter database ${rows[0].name} set default_transaction_read_only = ${value}`,
    );
    await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  };
  const key = await server.createKey();
  await eventually(() => isReady(server));

  const doneIn = (longestRecoveryMs: number) => ({
    fault: 'database that may only be read, and terminated backends',
    times: 1,
    longestRecoveryMs,
  });
  await whileLeadsComeIn(server, doneIn, async () => {
    await mayWrite(false);
    await eventually(async () => (await call(server, '/v1/api/leads', { key })).status === 200);
    await eventually(async () => !(await isReady(server)));
    assertUnavailable(await call(server, '/readyz'));
    assertUnavailable(await createLead(server, key));
    assert.equal((await call(server, '/v1/api/leads', { key })).status, 200, 'reads do not go on');

    await operator.query('set default_transaction_read_only = off');
    await mayWrite(true);
    const began = performance.now();
    await eventually(() => isReady(server));
    assert.equal((await createLead(server, key)).status, 201);
    return performance.now() - began;
  });
});

test('a role loses its write privilege and regains it', async (t) => {
  const databaseUrl = await createMigratedDatabase();
  const operator = new Client(databaseUrl);
  await operator.connect();
  const role = `reader_${process.pid}`;
  await operator.query(`create role ${role} login password 'secret'`);
  const allTables = 'all tables in schema public';
  await operator.query(
    `grant all on schema public to ${role}; grant all on ${allTables} to ${role}`,
  );
  const asRole = new URL(databaseUrl);
  asRole.username = role;
  asRole.password = 'secret';
  let server: TestServer | undefined;
  t.after(async () => {
    await server?.stop();
    await operator.query(`drop owned by ${role}; drop role ${role}`);
    await operator.end();
    await dropDatabase(await postgresForTests(), databaseUrl);
  });
  server = await startServer({ databaseUrl, env: { DATABASE_URL: asRole.href } });
  const key = await server.createKey();
  await eventually(() => isReady(server));

  await operator.query(`revoke insert, update, delete on ${allTables} from ${role}`);
  assertUnavailable(await createLead(server, key));
  await eventually(async () => !(await isReady(server)));
  const line = /permission denied for table \w+: grant it to the role of DATABASE_URL/;
  await eventually(async () => line.test(server.output()));

  await operator.query(`grant all on ${allTables} to ${role}`);
  await eventually(() => isReady(server));
  assert.equal((await createLead(server, key)).status, 201);
});

test('a file that cannot take a lead', async (t) => {
  const data = temporaryFolder();
  let server = await startServer({ dataDir: data.path });
  t.after(async () => {
    await server.stop();
    data.remove();
  });
  const key = await server.createKey();
  assert.equal((await createLead(server, key)).status, 201);
  await server.stop();
  spoilRoot(server.databaseFile, 'work_items_by_created');
  spoilRoot(server.databaseFile, 'work_item_search_data');
  server = await startServer({ dataDir: data.path });
  assert.ok(await isReady(server), 'nothing has met the damage');

  assertUnavailable(await createLead(server, key));
  assertUnavailable(await call(server, '/readyz'));
  assertUnavailable(await call(server, '/v1/api/leads?q=jansen', { key }));
  assert.equal((await call(server, '/healthz')).status, 200);
});

test('damage is found before a request hits it', async (t) => {
  const data = temporaryFolder();
  let server = await startServer({ dataDir: data.path });
  t.after(async () => {
    await server.stop();
    data.remove();
  });
  await server.stop();
  spoilRoot(server.databaseFile, 'accounts');
  server = await startServer({ dataDir: data.path, env: { DATABASE_CHECK_HOURS: '0-24' } });
  const faults = (table: string) =>
    metric(server, `vakwerk_database_faults{table="${table}"}`).catch(() => null);
  await eventually(async () => (await faults('accounts')) !== null);
  assert.notEqual(await faults('accounts'), 0);
  assert.equal(await faults('account_links'), 0);
  await eventually(async () => server.output().includes('the database is damaged'));
});
