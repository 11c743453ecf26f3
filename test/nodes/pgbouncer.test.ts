// A connection pooler before PostgreSQL: one that shares sessions is refused at the start. Own
// servers: their database is behind that pooler.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLead } from '../support/call.ts';
import type { Check } from '../../cli/doctor/check.ts';
import { commandLine, temporaryFolder } from '../support/command-line.ts';
import { runToEnd } from '../support/failed-start.ts';
import { missingPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { dropDatabase } from '../support/postgres.ts';
import { createMigratedDatabase, postgresForTests } from '../support/postgres-for-tests.ts';
import { patientWithPostgres, startServer } from '../support/server.ts';

const env = patientWithPostgres;
const leadsAtOnce = 20;

describe('behind PgBouncer', { skip: missingPgBouncer }, () => {
  let databaseUrl: string;
  const data = temporaryFolder();
  before(async () => {
    databaseUrl = await createMigratedDatabase();
  });
  after(async () => {
    data.remove();
    if (databaseUrl) await dropDatabase(await postgresForTests(), databaseUrl);
  });

  for (const [poolMode, says] of [
    ['transaction', /pool_mode = session/],
    ['statement', /statement pooling mode/],
  ] as const) {
    test(`pool_mode = ${poolMode} is refused in one line`, async () => {
      const pooler = await startPgBouncer(databaseUrl, poolMode);
      const end = await runToEnd({ databaseUrl: pooler.url, dataDir: data.path, env });
      const vakwerk = commandLine(data.path, { DATABASE_URL: pooler.url });
      const doctor = await vakwerk('doctor', '--json');
      await pooler.stop();
      assert.equal(doctor.code, 1);
      const { checks } = JSON.parse(doctor.stdout) as { checks: Check[] };
      assert.match(checks.find(({ status }) => status === 'failed')!.found, says);
      assert.equal(end.code, 1);
      assert.equal(end.stdout, '');
      assert.match(end.stderr, /^vakwerk: [^\n]+\n$/, 'it is not one line');
      assert.match(end.stderr, says);
    });
  }

  test('pool_mode = session works', async () => {
    const pooler = await startPgBouncer(databaseUrl, 'session');
    const server = await startServer({ databaseUrl: pooler.url, env });
    const key = await server.createKey();
    const leads = Array.from({ length: leadsAtOnce }, () => createLead(server, key));
    const statuses = (await Promise.all(leads)).map(({ status }) => status);
    await server.stop();
    await pooler.stop();
    assert.deepEqual(new Set(statuses), new Set([201]));
  });
});
