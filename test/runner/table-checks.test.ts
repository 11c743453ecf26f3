import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { rotateTables } from '#core/rotate-tables.ts';
import { startTableChecks } from '#runner/table-checks.ts';
import { temporaryFolder } from '../support/command-line.ts';

const folder = temporaryFolder();
after(() => folder.remove());

test('table checks resume where the last round stopped', () => {
  const tables = ['b', 'a', 'c'];
  assert.deepEqual(rotateTables(tables, null), ['a', 'b', 'c']);
  assert.deepEqual(rotateTables(tables, 'a'), ['b', 'c', 'a']);
  assert.deepEqual(rotateTables(tables, 'c'), ['a', 'b', 'c']);
  // That table was dropped meanwhile.
  assert.deepEqual(rotateTables(tables, 'bb'), ['c', 'a', 'b']);
  assert.deepEqual(rotateTables([], 'a'), []);
});

test('a table that cannot be checked is reported, and the others are checked', async (t) => {
  const file = folder.file('tables.sqlite');
  const away = `${file}.away`;
  const db = new DatabaseSync(file);
  db.exec('create table a (x); create table b (x); create table c (x)');
  db.close();
  // As an earlier server left it.
  const lastTableFile = folder.file('last-checked-table');
  writeFileSync(lastTableFile, 'a');
  const checked: string[] = [];
  const errors: string[] = [];
  const checks = Promise.withResolvers<void>();
  const { stop } = startTableChecks({
    file,
    lastTableFile,
    hours: { from: 0, to: 24 },
    onChecked(table) {
      checked.push(table);
      if (checked.length === 1) renameSync(file, away);
      if (checked.length === 3) checks.resolve();
    },
    onError(error) {
      errors.push((error as Error).message);
      renameSync(away, file);
    },
  });
  t.after(stop);
  await checks.promise;
  assert.equal(errors.length, 1);
  assert.match(errors[0]!, /the table c could not be checked/);
  assert.deepEqual(checked, ['b', 'sqlite_schema', 'a']);
  assert.equal(readFileSync(lastTableFile, 'utf8'), 'sqlite_schema');
});
