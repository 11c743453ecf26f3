import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { tablesInTurn } from '#core/tables-in-turn.ts';
import { startTableChecks } from '#runner/table-checks.ts';
import { temporaryFolder } from '../support/command-line.ts';

const folder = temporaryFolder();
after(() => folder.remove());

test('tables are checked from where the last round stopped, else from another one each day', () => {
  const tables = ['a', 'b', 'c'];
  assert.deepEqual(tablesInTurn(tables, 'a', 0), ['b', 'c', 'a']);
  assert.deepEqual(tablesInTurn(tables, 'c', 1), ['a', 'b', 'c']);
  // It was dropped meanwhile.
  assert.deepEqual(tablesInTurn(tables, 'bb', 1), ['c', 'a', 'b']);
  const firsts = [3, 4, 5].map((day) => tablesInTurn(tables, null, day)[0]);
  assert.deepEqual(firsts, tables);
  assert.deepEqual(tablesInTurn([], null, 5), []);
});

test('a table that cannot be checked is told of, and the others are checked', async (t) => {
  const file = folder.file('tables.sqlite');
  const away = `${file}.away`;
  const db = new DatabaseSync(file);
  db.exec('create table a (x); create table b (x); create table c (x)');
  db.close();
  const checked: string[] = [];
  const errors: string[] = [];
  const checks = Promise.withResolvers<void>();
  const { stop } = startTableChecks({
    file,
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
  const [failed] = /\w+(?= could)/.exec(errors[0]!)!;
  assert.deepEqual([...checked, failed].toSorted(), ['a', 'b', 'c', 'sqlite_schema']);
});
