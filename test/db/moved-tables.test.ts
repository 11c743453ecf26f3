// A table or column that is added later must not be forgotten by a move.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { migrate } from '#db/migrate.ts';
import { describeMovedTables, movedTableNames } from '#db/moved-tables.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';

const postgres = await newPostgresDatabase({ isMigrated: true });
const [source, target] = [openSqlite(':memory:'), postgres.open()];
await migrate(source, Date.now());
after(async () => {
  await source.close();
  await postgres.drop();
});

/** Made anew, or of the place and not of the installation. */
const leftBehind = [
  'asset_totals',
  'installation_secrets',
  'list_changes',
  'migrations',
  'revisions',
  'rate_windows',
  'search_refreshes',
];

test('every table is moved, or known to be left behind', async () => {
  const tables = await source.all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like 'sqlite%'`,
  );
  assert.deepEqual(
    tables.map(({ name }) => name).toSorted(),
    [...movedTableNames, ...leftBehind].toSorted(),
  );
});

test('the keys are those of the tables', async () => {
  for (const { table, key } of await describeMovedTables(source, target)) {
    const name = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const columns = await target.all<{ name: string }>(
      `select attname as name from pg_index join pg_attribute
          on attrelid = indrelid and attnum = any(indkey)
        where indisprimary and indrelid = cast(cast(? as text) as regclass)
        order by array_position(indkey::smallint[], attnum)`,
      name,
    );
    const fields = columns.map((column) =>
      column.name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    );
    assert.deepEqual(fields, key, name);
  }
});
