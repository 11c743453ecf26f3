import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import {
  copyFileSync,
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
import { commandLine, readOnlyJson, temporaryFolder } from '../support/command-line.ts';
import { damage } from '../support/damage.ts';
import { setVersion } from '../support/set-version.ts';
import { startServer } from '../support/server.ts';

const folder = temporaryFolder();
const backup = folder.file('new.backup');
let key: string;
after(() => folder.remove());

before(async () => {
  const server = await startServer({ dataDir: folder.file('source') });
  key = await server.createKey();
  for (let n = 0; n < 50; n++) await createLead(server, key, { notes: 'x'.repeat(2_000) });
  await commandLine(server.dataDir).json('backup', backup);
  await server.stop();
});

let folders = 0;

/** A data folder with one brand called Old. */
async function oldInstallation() {
  const dataDir = folder.file(`data-${++folders}`);
  const vakwerk = commandLine(dataDir);
  await vakwerk.json('brands', 'create', '--name', 'Old');
  return { dataDir, vakwerk, database: join(dataDir, 'vakwerk.sqlite') };
}

function brandsIn(file: string): string[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare('select name from brands order by created_at').all();
  database.close();
  return rows.map(({ name }) => String(name));
}

test('the backup takes the place of the database, which is kept', async () => {
  const { dataDir, vakwerk, database } = await oldInstallation();
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

test('it is refused while a server runs, which goes on undisturbed', async () => {
  const { dataDir, vakwerk } = await oldInstallation();
  const server = await startServer({ dataDir });
  try {
    const ownKey = await server.createKey();
    const { code, stdout, stderr } = await vakwerk('restore', backup, '--json');
    assert.match(stderr, /^vakwerk: another server is using .+: stop it first\n$/);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal((await createLead(server, ownKey)).status, 201);
    assert.equal((await call(server, '/v1/api/leads', { key })).status, 401);
  } finally {
    await server.stop();
  }
});

test('what a killed server had committed is in the database that is kept', async () => {
  const { dataDir, vakwerk, database } = await oldInstallation();
  const killed = await startServer({ dataDir });
  const ownKey = await killed.createKey();
  const lead = await createLead(killed, ownKey);
  await killed.stop('SIGKILL');
  assert.ok(statSync(`${database}-wal`).size > 0, 'the lead is in the log only');

  const { keptAs } = await vakwerk.json('restore', backup);
  const restored = await startServer({ dataDir });
  try {
    assert.equal((await listAll(restored, key, '/v1/api/leads')).length, 50);
    assert.equal((await call(restored, '/v1/api/leads', { key: ownKey })).status, 401);
  } finally {
    await restored.stop();
  }
  await vakwerk.json('restore', keptAs);
  const back = await startServer({ dataDir });
  try {
    const leads = await listAll(back, ownKey, '/v1/api/leads');
    assert.deepEqual(
      leads.map(({ id }) => id),
      [lead.body.id],
    );
  } finally {
    await back.stop();
  }
});

const spoiled: [name: string, spoil: (database: string) => void][] = [
  ['damaged in the middle', damage],
  ['no database at all', (file) => writeFileSync(file, 'gone'.repeat(5_000))],
  ['empty', (file) => truncateSync(file)],
];

describe('a spoiled database is put aside as it is', () => {
  for (const [name, spoil] of spoiled) {
    test(name, async () => {
      const { vakwerk, database } = await oldInstallation();
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

test('a program that has the database open is named as the reason', async () => {
  const { vakwerk, database } = await oldInstallation();
  const user = new DatabaseSync(database);
  try {
    user.exec('begin; select count(*) from brands');
    const { code, stderr } = await vakwerk('restore', backup);
    assert.match(stderr, /cannot put .+ aside .*locked.*: stop every program that uses it\n$/);
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
    /damaged|no readable database/,
  ],
  ['text', (file) => writeFileSync(file, 'no database '.repeat(1_000)), /no readable database/],
  ['empty', (file) => truncateSync(file), /is not a database of Vakwerk/],
  ['newer', (file) => setVersion(file, schemaVersion + 1), /start a newer program/],
  ["another program's", makeForeign, /is not a database of Vakwerk/],
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
      const { dataDir, vakwerk, database } = await oldInstallation();
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
  const { vakwerk, database } = await oldInstallation();
  const { code, stderr } = await vakwerk('restore', database);
  assert.match(stderr, /is the database itself/);
  assert.equal(code, 1);
});

test('doctor finds nothing wrong with what was restored', async () => {
  const { vakwerk } = await oldInstallation();
  await vakwerk.json('restore', backup);
  const { stdout } = await vakwerk('doctor', '--json');
  const { checks } = readOnlyJson(stdout);
  assert.equal(checks.find(({ name }: { name: string }) => name === 'database').status, 'ok');
});
