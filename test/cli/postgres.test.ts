// The command line on PostgreSQL.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { migrations, schemaVersion } from '#db/migrate.ts';
import {
  checkConnections,
  checkEncoding,
  checkServerVersion,
} from '../../cli/doctor/check-postgres.ts';
import type { Check } from '../../cli/doctor/check.ts';
import { call, createLead } from '../support/call.ts';
import {
  type CommandLine,
  commandLine,
  commandProcess,
  readOnlyJson,
  temporaryFolder,
} from '../support/command-line.ts';
import { startPostgres } from '../support/postgres.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';
import { patientWithPostgres, startServer, type TestServer } from '../support/server.ts';
import { eventually, timelyTest, within } from '../support/within.ts';

const stopsWithinMs = 1_000;
const folder = temporaryFolder();
const databases: PostgresTestDatabase[] = [];
// As durable as in production, which the doctor checks, with few connections.
const postgres = await startPostgres({ settings: { max_connections: '20' } });
after(async () => {
  for (const database of databases) await database.drop();
  await postgres.close();
  folder.remove();
});

let migrated: string;
let firstMigration: object;
before(async () => {
  const { vakwerk, url } = await newDatabase();
  firstMigration = await vakwerk.json('migrate');
  migrated = url;
});

async function newDatabase(wanted: { copyOf?: string } = {}) {
  const database = await newPostgresDatabase({ serverUrl: postgres.url, ...wanted });
  databases.push(database);
  const vakwerk = commandLine(folder.path, { DATABASE_URL: database.url });
  return { vakwerk, url: database.url, open: database.open };
}

async function examine(vakwerk: CommandLine) {
  const { code, stdout, stderr } = await vakwerk('doctor', '--json');
  assert.equal(stderr, '');
  const { status, checks }: { status: string; checks: Check[] } = readOnlyJson(stdout);
  return { code, status, check: (name: string) => checks.find((one) => one.name === name) };
}

test("a machine whose clock is wrong goes by the database server's", async (t) => {
  const { vakwerk } = await newDatabase({ copyOf: migrated });
  const [began, hourMs] = [Date.now(), 60 * 60 * 1000];
  t.mock.timers.enable({ apis: ['Date'], now: began + 24 * hourMs });
  const brand: { id: string; createdAt: string } = await vakwerk.json(
    'brands',
    'create',
    '--name=A',
  );
  const key: { createdAt: string } = await vakwerk.json(
    'keys',
    'create',
    `--brand=${brand.id}`,
    '--name=a',
    '--scopes=full',
    `--expires=${new Date(began + hourMs).toISOString()}`,
  );
  const { keys }: { keys: { status: string }[] } = await vakwerk.json('keys', 'list');
  t.mock.timers.reset();
  for (const { createdAt } of [brand, key]) {
    assert.ok(Math.abs(Date.parse(createdAt) - began) < hourMs / 2, createdAt);
  }
  assert.deepEqual(
    keys.map(({ status }) => status),
    ['active'],
  );
});

test('migrate creates the tables and lists the migrations', async () => {
  const steps = migrations.map(({ number, name }) => ({ number, name }));
  assert.deepEqual(firstMigration, { version: schemaVersion, steps });
  const { vakwerk, url } = await newDatabase({ copyOf: migrated });
  assert.deepEqual(await vakwerk.json('migrate'), { version: schemaVersion, steps: [] });
  const asProcess = commandProcess(folder.path, { DATABASE_URL: url });
  assert.deepEqual(await asProcess.json('brands', 'list'), { brands: [] });
});

test('without tables only a first brand can be created', async () => {
  const { vakwerk } = await newDatabase();
  for (const command of ['brands list', 'keys list', `places load ${import.meta.filename}`]) {
    const { code, stdout, stderr } = await vakwerk(...command.split(' '));
    assert.match(
      stderr,
      /^vakwerk: the database of DATABASE_URL has no Vakwerk tables: .+ migrate\n$/,
    );
    assert.deepEqual([code, stdout], [1, '']);
  }
  const { id } = await vakwerk.json('brands', 'create', '--name', 'Bakker');
  assert.equal((await vakwerk.json('brands', 'list')).brands[0].id, id);
});

describe('beside a running server', () => {
  let server: TestServer;
  let vakwerk: CommandLine;
  let brandId: string;

  before(async () => {
    const database = await newDatabase({ copyOf: migrated });
    vakwerk = database.vakwerk;
    server = await startServer({ databaseUrl: database.url, env: patientWithPostgres });
    brandId = (await vakwerk.json('brands', 'create', '--name', 'Bakker', '--country', 'BE')).id;
  });
  after(() => server?.stop());

  const newKey = () =>
    vakwerk.json('keys', 'create', '--brand', brandId, '--scopes', 'full', '--name', 'Site');
  const isRefused = async (key: string) =>
    (await call(server, '/v1/api/leads', { key })).status === 401;

  timelyTest('a new key works immediately, and stops within a second when revoked', async () => {
    const { id, key } = await newKey();
    assert.equal((await createLead(server, key)).status, 201);
    const { status } = await vakwerk.json('keys', 'revoke', id);
    assert.equal(status, 'revoked');
    await within(stopsWithinMs, () => isRefused(key));
  });

  timelyTest('a key is rotated without an overlap', async () => {
    const { id, key } = await newKey();
    assert.equal(await isRefused(key), false);
    const rotated = await vakwerk.json('keys', 'rotate', id, '--overlap', '0');
    await within(stopsWithinMs, () => isRefused(key));
    assert.equal(await isRefused(rotated.key), false);
    const { keys } = await vakwerk.json('keys', 'list', '--brand', brandId);
    const own = keys.find((one: { id: string }) => one.id === rotated.id);
    assert.deepEqual([own.rotatedFrom, own.status], [id, 'active']);
  });

  test('postcodes are loaded, and leads geocoded by them', async () => {
    const file = folder.file('postcodes.csv');
    writeFileSync(file, 'postcode,latitude,longitude\n9000,51.05,3.72\n');
    const { loaded } = await vakwerk.json('places', 'load', file, '--country', 'BE');
    assert.deepEqual(loaded, [{ country: 'BE', postcodes: 1 }]);
    const { key } = await newKey();
    await createLead(server, key, { postalCode: '9000', city: 'Gent' });
    const { body } = await call(server, '/v1/api/address', { key });
    assert.deepEqual([body.data[0].latitude, body.data[0].longitude], [51.05, 3.72]);
  });

  const nobody = '00000000-0000-7000-8000-000000000000';
  const refusals: [command: string, complaint: RegExp][] = [
    [`keys revoke ${nobody}`, new RegExp(`^vakwerk: no key ${nobody}\\n$`)],
    ['keys revoke no-id', /^vakwerk: no key no-id\n$/],
    [`keys rotate ${nobody}`, new RegExp(`^vakwerk: no key ${nobody}\\n$`)],
    [`keys list --brand ${nobody}`, new RegExp(`^vakwerk: no brand ${nobody}\\n$`)],
    ['backup x.sqlite', /^vakwerk: .+DATABASE_URL.+pg_dump and pg_restore\n$/],
    ['restore x.sqlite', /^vakwerk: .+DATABASE_URL.+pg_dump and pg_restore\n$/],
  ];
  for (const [command, complaint] of refusals) {
    test(`failure: ${command}`, async () => {
      const { code, stdout, stderr } = await vakwerk(...command.split(' '));
      assert.match(stderr, complaint);
      assert.deepEqual([code, stdout], [1, '']);
    });
  }

  test('doctor finds nothing wrong, and changes nothing', async () => {
    const { code, check } = await examine(vakwerk);
    assert.equal(code, 0);
    const names = ['database', 'postgresql', 'durability', 'encoding', 'database version'];
    for (const name of names) assert.equal(check(name)?.status, 'ok', name);
    assert.match(
      check('settings')!.found,
      /^valid; the data is in vakwerk_test_\w+ on 127\.0\.0\.1:\d+/,
    );
    assert.match(check('postgresql')!.found, /^PostgreSQL \d+/);
    assert.match(check('connections')!.found, /^\d+ allowed; a server may use 11$/);
    assert.equal(check('connections')?.status, 'warning');
  });
});

describe('another version', () => {
  const commands = ['brands list', 'brands create --name A', 'keys list', 'migrate'];

  test('newer', async () => {
    const { vakwerk, open } = await newDatabase({ copyOf: migrated });
    const number = schemaVersion + 1;
    await open().execute(`insert into migrations values (${number}, 'later', now())`);
    const message = `the database has version ${number} and this program knows ${schemaVersion}: start a newer program`;
    for (const command of commands) {
      const { code, stderr } = await vakwerk(...command.split(' '));
      assert.deepEqual([code, stderr], [1, `vakwerk: ${message}\n`], command);
    }
    const { status, check } = await examine(vakwerk);
    assert.deepEqual([status, check('database version')?.found], ['failed', message]);
  });
});

describe('doctor finds', () => {
  test('a server that may lose data, unless allowed', async () => {
    const { vakwerk, url, open } = await newDatabase();
    const db = open();
    for (const setting of ['fsync', 'full_page_writes']) {
      await db.execute(`alter system set ${setting} = off`);
    }
    await db.execute('select pg_reload_conf()');
    const isOff = async () => (await db.first<{ fsync: string }>('show fsync'))!.fsync === 'off';
    await eventually(isOff);
    const refused = await examine(vakwerk);
    assert.deepEqual([refused.code, refused.check('durability')?.status], [1, 'failed']);
    assert.match(refused.check('durability')!.found, /fsync=off/);
    assert.equal(refused.check('database version')?.found, 'there are no tables yet');
    const wanted = await examine(
      commandLine(folder.path, { DATABASE_URL: url, DATABASE_MAY_LOSE_DATA: 'true' }),
    );
    assert.deepEqual([wanted.code, wanted.check('durability')?.status], [0, 'warning']);
  });

  const unreachable: [name: string, url: () => string, found: RegExp][] = [
    [
      'no server',
      () => 'postgres://me:very-secret@127.0.0.1:9/x',
      /x on 127\.0\.0\.1:9 cannot be used/,
    ],
    [
      'a host of several addresses',
      () => 'postgres://me:very-secret@localhost:9/x',
      /cannot be used \(PostgreSQL: .*\S.*\)/,
    ],
    [
      'no such database',
      () => `postgres://vakwerk:very-secret@127.0.0.1:${postgres.port}/none`,
      /database "none" does not exist/,
    ],
    [
      'no such user',
      () => `postgres://stranger:very-secret@127.0.0.1:${postgres.port}/postgres`,
      /role "stranger" does not exist/,
    ],
  ];
  for (const [name, url, found] of unreachable) {
    test(name, async () => {
      const env = { DATABASE_URL: url(), LOG_LEVEL: 'debug' };
      const { code, stdout } = await commandLine(folder.path, env)('doctor');
      assert.match(stdout, found);
      assert.equal(code, 1);
      const other = await commandLine(folder.path, env)('brands', 'list');
      assert.equal(other.code, 1);
      assert.doesNotMatch(stdout + other.stdout + other.stderr, /very-secret/);
    });
  }

  const judgements: [Check, Check['status']][] = [
    [checkServerVersion('14.19'), 'failed'],
    [checkServerVersion('15.0'), 'ok'],
    [checkServerVersion('18beta1'), 'ok'],
    [checkConnections(10, 10), 'failed'],
    [checkConnections(11, 10), 'warning'],
    [checkConnections(22, 10), 'ok'],
    [checkEncoding('SQL_ASCII'), 'failed'],
    [checkEncoding('UTF8'), 'ok'],
  ];
  test('unsuitable versions, connections and encodings', () => {
    for (const [check, status] of judgements) assert.equal(check.status, status, check.found);
  });
});
