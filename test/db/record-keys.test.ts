// The keys of a page are the same whichever way an engine reads them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { Database } from '#db/database.ts';
import { keyOfRow } from '#db/record-key.ts';
import { SqlText } from '#db/sql-text.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';

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

const timeTypes = { SQLite: 'integer', PostgreSQL: 'timestamptz' } as const;

for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  describe(`keys of a page on ${engine}`, () => {
    let postgres: PostgresTestDatabase | undefined;
    let db: Database;

    before(async () => {
      postgres = engine === 'PostgreSQL' ? await newPostgresDatabase() : undefined;
      db = postgres?.open() ?? openSqlite(':memory:');
      const idType = postgres ? 'uuid' : 'text';
      await db.execute(
        `create table pages (id ${idType} primary key, own bigint, address bigint, at ${timeTypes[engine]}, rank smallint)`,
      );
    });

    after(async () => (postgres ? await postgres.drop() : await db.close()));

    const keysBy = (sort: 'at' | 'rank') => async (rows: Row[]) => {
      await db.run('delete from pages');
      for (const { id, own, address, at, rank } of rows) {
        await db.run('insert into pages values (?, ?, ?, ?, ?)', id, own, address, at, rank);
      }
      const read = await db.keys(
        new SqlText().add(`select id, own, address, ${sort} from pages order by ${sort}, id`),
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
      const [key] = await db.keys(new SqlText().add('select id, at from pages'));
      assert.deepEqual([key!.id, key!.version, key!.sortValue], [id, '', 5]);
      assert.deepEqual(
        await db.keys(new SqlText().add('select id, at from pages where own = ?', 2)),
        [],
      );
    });
  });
}
