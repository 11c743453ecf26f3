import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { commandLine, readOnlyJson, temporaryFolder } from '../support/command-line.ts';

const folder = temporaryFolder();
const vakwerk = commandLine(folder.file('data'));
after(() => folder.remove());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('brands are created, in a new database if needed, and listed', async () => {
  const began = Date.now();
  const first = await vakwerk.json('brands', 'create', '--name', ' Bakker & Zn. ');
  assert.deepEqual(Object.keys(first), ['id', 'name', 'country', 'timeZone', 'createdAt']);
  assert.match(first.id, uuid);
  assert.deepEqual([first.name, first.country], ['Bakker & Zn.', 'NL']);
  assert.ok(Date.parse(first.createdAt) >= began);
  assert.equal(new Date(first.createdAt).toISOString(), first.createdAt);

  const created = await vakwerk('brands', 'create', '--name', 'Dachdecker', '--country', 'de');
  assert.match(created.stdout, /^Added brand [0-9a-f-]{36}: Dachdecker \(DE\)\n$/);

  const { brands, ...rest } = await vakwerk.json('brands', 'list');
  assert.deepEqual(rest, {});
  assert.deepEqual(brands[0], first);
  assert.deepEqual([brands.length, brands[1].name, brands[1].country], [2, 'Dachdecker', 'DE']);

  const { stdout, stderr, code } = await vakwerk('brands', 'list');
  assert.deepEqual([code, stderr], [0, '']);
  const lines = stdout.trimEnd().split('\n');
  assert.match(lines[0]!, /^ID +COUNTRY +CREATED +NAME$/);
  assert.match(lines[1]!, new RegExp(`^${first.id}  NL +.* UTC  Bakker & Zn\\.$`));
  assert.equal(lines.length, 3);
});

test('a brand has its country’s time zone by default', async () => {
  const { id, timeZone } = await vakwerk.json(
    'brands',
    'create',
    '--name',
    'Sol',
    '--country',
    'ES',
  );
  assert.equal(timeZone, 'Europe/Madrid');
  const zone = (name: string, brandId = id) => vakwerk('brands', 'zone', brandId, '--zone', name);
  const chosen = await zone('Atlantic/Canary');
  assert.deepEqual([chosen.code, chosen.stderr], [0, '']);
  assert.equal(chosen.stdout, `Brand ${id} has the time zone Atlantic/Canary\n`);
  const again = await vakwerk.json('brands', 'zone', id, '--zone', 'default');
  assert.deepEqual([again.id, again.timeZone], [id, 'Europe/Madrid']);
  const wrong = await zone('Middle/Earth');
  assert.deepEqual([wrong.code, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /--zone must be a name such as Europe\/Amsterdam, got Middle\/Earth/);
  assert.match((await zone('UTC', 'nobody')).stderr, /no brand nobody/);
});

test('a name cannot forge lines of the list', async () => {
  await vakwerk.json('brands', 'create', '--name', 'A\nB\u001b[2J');
  const { stdout } = await vakwerk('brands', 'list');
  assert.match(stdout, /A\?B\?\[2J\n/);
});

test('the npm script passes everything on', async () => {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', '-s', 'vakwerk', '--', 'brands', 'list', '--json'],
    { env: { ...process.env, DATA_DIR: folder.file('data') }, shell: process.platform === 'win32' },
  );
  assert.equal(readOnlyJson(stdout).brands[0].name, 'Bakker & Zn.');
});
