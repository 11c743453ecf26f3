// The keys of a page are the same whichever way an engine reads them.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as fc from 'fast-check';
import { keyOfRow } from '#db/record-key.ts';
import { SqlText } from '#db/sql-text.ts';
import { withEachTables } from '../support/each-database.ts';

interface Row {
  id: string;
  own: number;
  address: number | null;
  at: number;
  rank: number;
}

const version = fc.nat();
const aRow: fc.Arbitrary<Row> = fc.record({
  id: fc.uuid(),
  own: version,
  address: fc.option(version),
  at: fc.oneof(
    fc.integer({ min: Date.UTC(-4000, 0), max: Date.UTC(200_000, 0) }),
    fc.constant(Number.MAX_SAFE_INTEGER),
  ),
  rank: fc.integer({ min: 0, max: 3 }),
});
const someRows = fc.uniqueArray(aRow, { selector: ({ id }) => id, maxLength: 20 });

withEachTables('keys of a page', (db) => {
  before(() =>
    db.execute(
      db.engine === 'sqlite'
        ? 'create table pages (id text primary key, own integer, address integer, at integer, rank integer)'
        : 'create table pages (id uuid primary key, own bigint, address bigint, at timestamptz, rank smallint)',
    ),
  );

  const keysBy = (sort: 'at' | 'rank') => async (rows: Row[]) => {
    await db.run('delete from pages');
    for (const { id, own, address, at, rank } of rows) {
      await db.run('insert into pages values (?, ?, ?, ?, ?)', id, own, address, at, rank);
    }
    const read = await db.keys(
      new SqlText().add(
        `select id, own, address, ${sort} from pages order by ${sort}, id limit 30`,
      ),
    );
    const expected = rows
      .toSorted((a, b) => a[sort] - b[sort] || (a.id < b.id ? -1 : 1))
      .map((row) => keyOfRow([row.id, row.own, row.address, row[sort]]));
    assert.deepEqual(
      read.map((key) => ({ id: key.id, version: key.version, sortValue: key.sortValue })),
      expected,
    );
  };

  test('by a time', async () => {
    await fc.assert(fc.asyncProperty(someRows, keysBy('at')), { numRuns: 30 });
  });

  test('by a number', async () => {
    await fc.assert(fc.asyncProperty(someRows, keysBy('rank')), { numRuns: 15 });
  });

  test('without versions, and of nothing', async () => {
    const id = '019a8b2c-3d4e-7f00-8a1b-2c3d4e5f6071';
    await keysBy('at')([{ id, own: 1, address: null, at: 5, rank: 0 }]);
    const [key] = await db.keys(new SqlText().add('select id, at from pages limit 2'));
    assert.deepEqual([key!.id, key!.version, key!.sortValue], [id, '', 5]);
    assert.deepEqual(
      await db.keys(new SqlText().add('select id, at from pages where own = ? limit 2', 2)),
      [],
    );
  });
});
