// A PostgreSQL that may lose acknowledged commits is refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { createLead } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { runToEnd } from '../support/failed-start.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const data = temporaryFolder();
let unsafe: PostgresServer;
let safe: PostgresServer;
before(async () => {
  [unsafe, safe] = await Promise.all([
    startPostgres({ settings: { fsync: 'off' } }),
    startPostgres(),
  ]);
});
after(async () => {
  await unsafe?.close();
  await safe?.close();
  data.remove();
});

const cases: Record<string, () => string> = {
  fsync: () => unsafe.url,
  // A setting that any client can choose.
  synchronous_commit: () => withOptions(safe.url, '-c synchronous_commit=off'),
};
for (const [name, urlOf] of Object.entries(cases)) {
  test(`${name} off`, async () => {
    const databaseUrl = urlOf();
    const safely = { DATABASE_MAY_LOSE_DATA: 'false' };
    const started = { dataDir: data.path, databaseUrl };
    const { code, stdout, stderr } = await runToEnd({ ...started, env: safely });
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^vakwerk: [^\n]+\n$/, 'it is not one line');
    assert.deepEqual(stderr.match(/\w+(?==off)/g), [name]);
    assert.ok(stderr.includes('DATABASE_MAY_LOSE_DATA=true'), stderr);

    const env = { DATABASE_MAY_LOSE_DATA: 'true' };
    const server = await startServer({ ...started, env });
    const { status } = await createLead(server, await server.createKey());
    await server.stop();
    assert.equal(status, 201);
  });
}

test('synchronous_commit turned off for a role while the server runs', async (t) => {
  const databaseUrl = await safe.createDatabase();
  const env = { DATABASE_MAY_LOSE_DATA: 'false' };
  const server = await startServer({ dataDir: data.path, databaseUrl, env });
  const operator = new Client(databaseUrl);
  await operator.connect();
  t.after(async () => {
    await operator.query('alter role current_user reset synchronous_commit');
    await operator.end();
    await server.stop();
  });
  const key = await server.createKey();
  // Each lead records the setting under which it was committed.
  await operator.query(`create table seen (setting text);
    create function see() returns trigger language plpgsql as
      $$ begin insert into seen values (current_setting('synchronous_commit')); return new; end $$;
    create trigger see after insert on work_items for each row execute function see()`);
  await operator.query('alter role current_user set synchronous_commit = off');
  await operator.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await eventually(async () => (await createLead(server, key)).status === 201);
  const { rows } = await operator.query('select distinct setting from seen');
  assert.deepEqual(rows, [{ setting: 'on' }]);
});

function withOptions(databaseUrl: string, options: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', options);
  return url.href;
}
