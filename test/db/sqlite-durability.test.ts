// The settings that make an acknowledged commit survive a power cut and overwrite deleted data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSqlite } from '#db/sqlite/open.ts';
import { temporaryFolder } from '../support/command-line.ts';

test('commits wait for the disk, and deleted rows are overwritten', async (t) => {
  const folder = temporaryFolder();
  const db = openSqlite(folder.file('vakwerk.sqlite'));
  t.after(async () => {
    await db.close();
    folder.remove();
  });
  const settingOf = async (name: string) =>
    Object.values((await db.first<Record<string, unknown>>(`pragma ${name}`))!)[0];
  assert.equal(await settingOf('journal_mode'), 'wal');
  const full = 2;
  assert.equal(await settingOf('synchronous'), full);
  assert.equal(await settingOf('secure_delete'), 1);
});
