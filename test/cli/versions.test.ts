// A database older or newer than the program.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { migrations, schemaVersion } from '#db/migrate.ts';
import { call } from '../support/call.ts';
import { commandLine, readOnlyJson, temporaryFolder } from '../support/command-line.ts';
import { setVersion } from '../support/set-version.ts';
import { startServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();
const folder = temporaryFolder();
after(() => folder.remove());

const allSteps = migrations.map(({ number, name }) => ({ number, name }));

describe('migrate', () => {
  const vakwerk = commandLine(folder.file('new'));

  test('creates a database and lists the migrations', async () => {
    assert.deepEqual(await vakwerk.json('migrate'), { version: schemaVersion, steps: allSteps });
    assert.deepEqual(await vakwerk.json('migrate'), { version: schemaVersion, steps: [] });
    assert.deepEqual(await vakwerk.json('brands', 'list'), { brands: [] });
  });

  test('also as text in words', async () => {
    const first = await commandLine(folder.file('other'))('migrate');
    assert.match(first.stdout, /^Ran migration 1: first tables\n/);
    const second = await vakwerk('migrate');
    assert.equal(second.stdout, `Nothing to do.\nThe database has version ${schemaVersion}.\n`);
    assert.deepEqual([second.code, second.stderr], [0, '']);
  });

  test('can run beside the server', async () => {
    assert.deepEqual((await commandLine(server.dataDir).json('migrate')).steps, []);
    assert.equal((await call(server, '/readyz')).status, 200);
  });
});

describe('a newer database', () => {
  const dataDir = folder.file('newer');
  const vakwerk = commandLine(dataDir);
  const message = `the database has version ${schemaVersion + 1} and this program knows ${schemaVersion}: start a newer program`;
  const id = '00000000-0000-7000-8000-000000000000';

  before(async () => {
    await vakwerk.json('migrate');
    setVersion(join(dataDir, 'vakwerk.sqlite'), schemaVersion + 1);
  });

  const commands = [
    'migrate',
    'brands list',
    'brands create --name A',
    'keys list',
    `keys create --brand ${id} --scopes full --name A`,
    `keys revoke ${id}`,
    `keys rotate ${id}`,
    `backup ${folder.file('newer.backup')}`,
    `places load ${import.meta.filename}`,
  ];
  for (const command of commands) {
    test(`is refused by ${command.split(' ').slice(0, 2).join(' ')}`, async () => {
      const { code, stdout, stderr } = await vakwerk(...command.split(' '));
      assert.deepEqual([code, stdout, stderr], [1, '', `vakwerk: ${message}\n`]);
    });
  }

  test('is refused by the server', async () => {
    const start = startServer({ dataDir });
    await assert.rejects(
      start.then((server) => server.stop()),
      new RegExp(`did not start:\\s+vakwerk: ${message}\\n`),
    );
  });

  test('is found by doctor', async () => {
    const { code, stdout } = await vakwerk('doctor', '--json');
    const { status, checks } = readOnlyJson(stdout);
    assert.deepEqual([code, status], [1, 'failed']);
    const check = checks.find(({ name }: { name: string }) => name === 'database version');
    assert.deepEqual([check.status, check.found], ['failed', message]);
  });
});

test('an older database must be migrated first', async () => {
  const vakwerk = commandLine(folder.file('older'));
  await vakwerk.json('migrate');
  setVersion(join(folder.file('older'), 'vakwerk.sqlite'), 0);
  const { code, stderr } = await vakwerk('brands', 'create', '--name', 'A');
  assert.match(
    stderr,
    /has version 0, but this program needs \d+: run npm run -s vakwerk -- migrate\n$/,
  );
  assert.equal(code, 1);
});
