// The keys of a page on SQLite, which a connection that only reads looks for again only when something was written since.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, test } from 'node:test';
import * as fc from 'fast-check';
import type { Database } from '#db/database.ts';
import { SqlText } from '#db/sql-text.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { openSnapshot } from '#db/sqlite/open-snapshot.ts';

const page = new SqlText().add('select id, version, id from pages order by id limit 50');
// Others each time that it is run.
const random = new SqlText().add(
  'select id, random() % 1000000000, id from pages order by id limit 50',
);

const folder = mkdtempSync(join(tmpdir(), 'vakwerk-keys-'));
const file = join(folder, 'vakwerk.sqlite');
let writer: DatabaseSync;
let reader: Database;
before(async () => {
  await openSqlite(file).close();
  writer = new DatabaseSync(file);
  writer.exec('create table pages (id integer primary key, version integer not null)');
  writer.exec('create table others (id integer primary key)');
  reader = openSqlite(file, { readOnly: true });
});
beforeEach(() => writer.exec('delete from pages; insert into pages values (1, 1), (2, 1)'));
after(async () => {
  await reader?.close();
  writer?.close();
  rmSync(folder, { recursive: true });
});

test('while nothing is written they are not looked for', async () => {
  const first = await reader.keys(random);
  assert.equal(first.length, 2);
  assert.equal(await reader.keys(random), first);
  writer.exec('insert into others values (null)');
  const second = await reader.keys(random);
  assert.notDeepEqual(second, first);
  writer.exec('begin; insert into others values (null); rollback');
  assert.equal(await reader.keys(random), second);
});

test('another question has another answer', async () => {
  const from = (id: number) =>
    new SqlText().add('select id, version, id from pages where id >= ? limit 50', id);
  assert.equal((await reader.keys(from(1))).length, 2);
  assert.equal((await reader.keys(from(2))).length, 1);
  assert.equal((await reader.keys(from(1))).length, 2);
});

test('what was written elsewhere leaves the same array', async () => {
  const first = await reader.keys(page);
  writer.exec('insert into others values (null)');
  assert.equal(await reader.keys(page), first);
  writer.exec('update pages set version = 2 where id = 2');
  const second = await reader.keys(page);
  assert.deepEqual(
    second.map(({ version }) => version),
    ['1', '2'],
  );
  writer.exec('delete from pages where id = 2');
  assert.deepEqual(await reader.keys(page), [first[0]]);
});

test('as many answers are known as there is room for', async () => {
  const first = await reader.keys(random);
  const long = (n: number) => new SqlText().add(`${page.text} -- ${'x'.repeat(500_000)}${n}`);
  for (let n = 0; n < 7; n++) await reader.keys(long(n));
  assert.equal(await reader.keys(random), first);
  for (let n = 0; n < 9; n++) await reader.keys(long(n));
  assert.notEqual(await reader.keys(random), first);
});

test('who reads a snapshot goes on seeing what it was', async () => {
  const snapshot = await openSnapshot(file);
  assert.equal((await snapshot.keys(page)).length, 2);
  writer.exec('delete from pages');
  assert.equal((await snapshot.keys(page)).length, 2);
  assert.equal((await reader.keys(page)).length, 0);
  await snapshot.close();
});

test('a connection that writes sees what it wrote', async () => {
  const own = openSqlite(file);
  assert.equal((await own.keys(page)).length, 2);
  await own.transaction(async (trx) => {
    await trx.run('delete from pages where id = 1');
    assert.equal((await trx.keys(page)).length, 1);
    assert.equal((await reader.keys(page)).length, 2);
  });
  assert.equal((await own.keys(page)).length, 1);
  assert.equal((await reader.keys(page)).length, 1);
  await own.close();
});

const aStep = fc.constantFrom('write', 'write', 'commit', 'rollback', 'checkpoint');

test('whatever a writer does, nothing that was committed is missed', async () => {
  let version = 0;
  const property = fc.asyncProperty(fc.array(aStep, { maxLength: 15 }), async (steps) => {
    let committed = (await reader.keys(page)).map((key) => key.version);
    for (const step of steps) {
      if (step === 'write') {
        if (!writer.isTransaction) writer.exec('begin');
        writer.exec(`update pages set version = ${++version} where id = ${1 + (version % 2)}`);
      } else if (step === 'checkpoint') {
        if (!writer.isTransaction) writer.exec('pragma wal_checkpoint(truncate)');
      } else if (writer.isTransaction) {
        const rows = writer.prepare('select version from pages order by id').all();
        if (step === 'commit') committed = rows.map((row) => String(row['version']));
        writer.exec(step);
      }
      assert.deepEqual(
        (await reader.keys(page)).map((key) => key.version),
        committed,
      );
    }
    if (writer.isTransaction) writer.exec('rollback');
  });
  await fc.assert(property, { numRuns: 60 });
});
