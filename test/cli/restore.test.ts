import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { schemaVersion } from '#db/migrate.ts';
import { call, createLead, listAll } from '../support/call.ts';
import {
  commandLine,
  commandProcess,
  readOnlyJson,
  temporaryFolder,
} from '../support/command-line.ts';
import { damage } from '../support/damage.ts';
import { setVersion } from '../support/set-version.ts';
import { startServer } from '../support/server.ts';

const folder = temporaryFolder();
const backup = folder.file('new.backup');
const old = folder.file('old');
const leadsInBackup = 50;
let key: string;
after(() => folder.remove());

before(async () => {
  await commandLine(old).json('brands', 'create', '--name', 'Old');
  const server = await startServer({ dataDir: folder.file('source') });
  key = await server.createKey();
  for (let n = 0; n < leadsInBackup; n++)
    await createLead(server, key, { notes: 'x'.repeat(2_000) });
  await commandLine(server.dataDir).json('backup', backup);
  await server.stop();
});

let folders = 0;

/** A data folder with one brand called Old. */
function oldInstallation() {
  const dataDir = folder.file(`data-${++folders}`);
  cpSync(old, dataDir, { recursive: true });
  return { dataDir, vakwerk: commandLine(dataDir), database: join(dataDir, 'vakwerk.sqlite') };
}

function brandsIn(file: string): string[] {
  return valuesIn(file, 'select name from brands order by created_at');
}

function valuesIn(file: string, query: string): string[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare(query).all();
  database.close();
  return rows.map((row) => String(Object.values(row)[0]));
}

test('the backup replaces the database, which is kept aside', async () => {
  const { dataDir, vakwerk, database } = oldInstallation();
  const { stdout, stderr, code } = await vakwerk('restore', backup);
  assert.deepEqual([code, stderr], [0, '']);
  const keptAs = /kept as (.+)\n$/.exec(stdout)![1]!;
  assert.match(stdout, new RegExp(`^Restored ${database} from ${backup}\n`));
  assert.deepEqual(brandsIn(keptAs), ['Old']);
  assert.deepEqual(brandsIn(database), ['Demo brand', 'Test brand']);
  assert.equal(statSync(database).nlink, 1);
  if (process.platform !== 'win32') assert.equal(statSync(database).mode & 0o777, 0o600);

  const again = await vakwerk.json('restore', backup);
  assert.deepEqual(
    { ...again, keptAs: null },
    { database, restoredFrom: backup, version: schemaVersion, keptAs: null },
  );
  assert.deepEqual(brandsIn(again.keptAs), ['Demo brand', 'Test brand']);
  assert.equal(readdirSync(dataDir).filter((name) => name.includes('partial')).length, 0);
});

test('it is refused while a server runs; commits of a killed server are kept', async () => {
  const { dataDir, vakwerk, database } = oldInstallation();
  const running = await startServer({ dataDir });
  const ownKey = await running.createKey();
  const refused = await vakwerk('restore', backup, '--json');
  const { error, message } = readOnlyJson(refused.stderr);
  assert.equal(error, 'failure');
  assert.match(message, /^another server is using .+: stop it first$/);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.equal((await call(running, '/v1/api/leads', { key })).status, 401);
  const lead = await createLead(running, ownKey);
  assert.equal(lead.status, 201);
  await running.stop('SIGKILL');
  assert.ok(statSync(`${database}-wal`).size > 0, 'the lead is in the log only');

  const { keptAs } = await vakwerk.json('restore', backup);
  const restored = await startServer({ dataDir });
  try {
    assert.equal((await listAll(restored, key, '/v1/api/leads')).length, leadsInBackup);
    assert.equal((await call(restored, '/v1/api/leads', { key: ownKey })).status, 401);
  } finally {
    await restored.stop();
  }
  await vakwerk.json('restore', keptAs);
  assert.deepEqual(valuesIn(database, 'select id from work_items'), [lead.body.id]);
});

const spoiled: [name: string, spoil: (database: string) => void][] = [
  ['damaged in the middle', damage],
  ['no database at all', (file) => writeFileSync(file, 'gone'.repeat(5_000))],
  ['empty', (file) => truncateSync(file)],
];

describe('a damaged database is kept aside unchanged', () => {
  for (const [name, spoil] of spoiled) {
    test(name, async () => {
      const { vakwerk, database } = oldInstallation();
      spoil(database);
      writeFileSync(`${database}-wal`, 'a log that must not meet the new database');
      const bytes = readFileSync(database);
      const { keptAs } = await vakwerk.json('restore', backup);
      if (name === 'no database at all') assert.ok(bytes.equals(readFileSync(keptAs)));
      assert.equal(existsSync(`${database}-wal`), false);
      assert.deepEqual(brandsIn(database), ['Demo brand', 'Test brand']);
    });
  }
});

test('a program that has the database open is named', async () => {
  const { dataDir, database } = oldInstallation();
  const user = new DatabaseSync(database);
  try {
    user.exec('begin; select count(*) from brands');
    // A separate process: SQLite's locks belong to a process.
    const { code, stderr } = await commandProcess(dataDir)('restore', backup);
    assert.match(stderr, /cannot set .+ aside .*locked.*: stop every program that uses it\n$/);
    assert.equal(code, 1);
  } finally {
    user.close();
  }
  assert.deepEqual(brandsIn(database), ['Old']);
});

const unusable: [name: string, spoil: (file: string) => void, complaint: RegExp][] = [
  ['damaged in the middle', damage, /is damaged: /],
  [
    'cut off',
    (file) => truncateSync(file, statSync(file).size / 2),
    /damaged|not a readable database/,
  ],
  ['text', (file) => writeFileSync(file, 'no database '.repeat(1_000)), /is not a database/],
  ['empty', (file) => truncateSync(file), /is not a Vakwerk database/],
  ['newer', (file) => setVersion(file, schemaVersion + 1), /start a newer program/],
  ["another program's", makeForeign, /is not a Vakwerk database/],
];

function makeForeign(file: string): void {
  truncateSync(file);
  const database = new DatabaseSync(file);
  database.exec(`
    create table migrations (number integer, name text, applied_at integer);
    insert into migrations values (1, 'create users', 1);
    create table users (id integer primary key);
  `);
  database.close();
}

describe('an unusable backup changes nothing', () => {
  for (const [name, spoil, complaint] of unusable) {
    test(name, async () => {
      const { dataDir, vakwerk, database } = oldInstallation();
      const file = folder.file(`${name}.backup`);
      copyFileSync(backup, file);
      spoil(file);
      const before = hash('sha256', readFileSync(database));
      const { code, stdout, stderr } = await vakwerk('restore', file);
      assert.match(stderr, complaint);
      assert.match(stderr, /^vakwerk: .+\n$/);
      assert.deepEqual([code, stdout], [1, '']);
      assert.equal(hash('sha256', readFileSync(database)), before);
      const left = readdirSync(dataDir).filter((name) => /partial|replaced/.test(name));
      assert.deepEqual(left, []);
    });
  }
});

test('a database cannot be restored from itself', async () => {
  const { vakwerk, database } = oldInstallation();
  const { code, stderr } = await vakwerk('restore', database);
  assert.match(stderr, /is the database itself/);
  assert.equal(code, 1);
});

test('doctor finds nothing wrong after a restore', async () => {
  const { vakwerk } = oldInstallation();
  await vakwerk.json('restore', backup);
  const { stdout } = await vakwerk('doctor', '--json');
  const { checks } = readOnlyJson(stdout);
  assert.equal(checks.find(({ name }: { name: string }) => name === 'database').status, 'ok');
});
