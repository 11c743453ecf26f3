// Values round-trip through PostgreSQL and compare there as they do here.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { SqlText } from '#db/sql-text.ts';
import { newPostgresDatabase, type PostgresTestDatabase } from '../support/postgres-database.ts';

const far = Number.MAX_SAFE_INTEGER;
const id = '019a8b2c-3d4e-7f00-8a1b-2c3d4e5f6071';
const oddTexts = {
  empty: '',
  blank: ' ',
  'the word for null': 'null',
  'quotes and backslashes': `'"\\"'\\\\`,
  'what looks like an array': '{a,"b",NULL}',
  'what looks like a mark': '? $1 :name %s',
  'lines and tabs': 'a\nb\r\n\tc',
  'beyond the first plane': '🔧👩‍👧 𝒳 é é',
};

// A column type and its values; a pair where another value comes back.
const columns: Record<string, { type: string; values: readonly unknown[] }> = {
  uuid: { type: 'uuid', values: [id] },
  text: { type: 'text', values: Object.values(oddTexts) },
  collated: { type: 'text collate "C"', values: Object.values(oddTexts) },
  small: { type: 'smallint', values: [0, 1, -1, 32_767] },
  whole: { type: 'integer', values: [0, -1, 2_147_483_647] },
  large: { type: 'bigint', values: [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER] },
  real: { type: 'double precision', values: [0, -1.5, 52.370216, 0.1 + 0.2, 5e-324, 1.7e308] },
  flag: {
    type: 'boolean',
    values: [
      [1, true],
      [0, false],
      [true, true],
    ],
  },
  time: {
    type: 'timestamptz',
    values: [
      0,
      1,
      -1,
      Date.UTC(2026, 10, 15, 9, 30, 0, 123),
      Date.parse('0000-01-01T00:00:00Z'),
      Date.parse('0000-02-29T12:00:00.001Z'),
      Date.parse('0001-01-01T00:00:00Z'),
      Date.parse('9999-12-31T23:59:59.999Z'),
      Date.parse('+010000-01-01T00:00:00Z'),
      Date.parse('+275760-09-13T00:00:00Z'),
      far,
      [Date.parse('-010000-01-01T00:00:00Z'), -far],
    ],
  },
  // PostgreSQL reorders JSON fields, so the parsed value is compared.
  json: {
    type: 'jsonb',
    values: Object.values(oddTexts).map((text) => JSON.stringify([text, { [text]: null }])),
  },
};
const names = Object.keys(columns);

describe('values on PostgreSQL', () => {
  let database: PostgresTestDatabase;
  let db: Database;
  before(async () => {
    database = await newPostgresDatabase();
    db = database.open();
    const list = names.map((name) => `${name} ${columns[name]!.type}`);
    await db.execute(`create table kinds (number integer primary key, ${list.join(', ')})`);
  });
  after(() => database?.drop());

  // The types know only the program's tables; this one is the test's own.
  const insertRows = (rows: object[]) => db.insertRows('kinds' as never, rows as never);
  const clear = () => db.run('delete from kinds');
  const meaning = (name: string, value: unknown) =>
    name === 'json' && value !== null ? JSON.parse(value as string) : value;

  for (const [name, { values }] of Object.entries(columns)) {
    test(`${name}: each value round-trips by a statement, by rows, and in a comparison`, async () => {
      await clear();
      const pairs = [...values, null].map((value) =>
        Array.isArray(value) ? (value as [unknown, unknown]) : ([value, value] as const),
      );
      await insertRows(pairs.map(([value], number) => ({ number, [name]: value })));
      for (const [number, [value]] of pairs.entries()) {
        const values = [pairs.length + number, value as never];
        await db.run(`insert into kinds (number, ${name}) values (?, ?)`, ...values);
      }
      const stored = await db.all<{ value: unknown }>(
        `select ${name} as value from kinds order by number`,
      );
      assert.deepEqual(
        stored.map(({ value }) => meaning(name, value)),
        [...pairs, ...pairs].map(([, back]) => meaning(name, back)),
      );
      for (const [value] of pairs.filter(([one]) => one !== null)) {
        const found = await db.all(`select 1 from kinds where ${name} = ?`, value as never);
        assert.ok(found.length >= 2, `${String(value)} is not found`);
      }
    });
  }

  test('any text that the API accepts round-trips through an array of rows', async () => {
    const text = fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', ''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (texts) => {
        await clear();
        await insertRows(
          texts.map((one, number) => ({ number, text: one, json: JSON.stringify([one]) })),
        );
        const stored = await db.rows<[string, string]>(
          new SqlText().add('select text, json from kinds order by number'),
        );
        assert.deepEqual(
          stored.map(([one, json]) => [one, JSON.parse(json)]),
          texts.map((one) => [one, [one]]),
        );
      }),
      { numRuns: 50 },
    );
  });

  test('no row, one row, hundreds of rows', async () => {
    for (const count of [0, 1, 500]) {
      await clear();
      await insertRows(
        Array.from({ length: count }, (_, number) => ({ number, text: `row ${number}` })),
      );
      const row = await db.first<{ count: number; last: string | null }>(
        `select count(*) as count, (select text from kinds order by number desc limit 1) as last
          from kinds`,
      );
      assert.deepEqual(row, { count, last: count === 0 ? null : `row ${count - 1}` });
    }
  });

  test('a malformed id is not found, and does no harm', async () => {
    await clear();
    await insertRows([{ number: 1, uuid: id }]);
    for (const wrong of ['', 'x', "'", `${id}0`, id.toUpperCase(), id.replaceAll('-', ''), '\0']) {
      const [equal, among] = [
        await db.all('select 1 from kinds where uuid = ?', wrong),
        await db.all('select 1 from kinds where uuid in (?, ?)', wrong, wrong),
      ];
      assert.deepEqual([equal, among], [[], []], JSON.stringify(wrong));
    }
  });

  const mistakes: Record<string, () => Promise<unknown>> = {
    'a character that PostgreSQL has no place for': () => insertRows([{ number: 1, text: 'a\0b' }]),
    'the same in a list': () => insertRows([{ number: 1, json: '["a\\u0000b"]' }]),
    'a number that is too large': () => insertRows([{ number: 1, small: 40_000 }]),
    'a value that is missing from a row': () => insertRows([{ number: 1, text: undefined }]),
    'a value that is missing from a statement': () =>
      db.run('delete from kinds where text = ?', undefined as never),
    'a row that is there already': () => insertRows([{ number: 1 }, { number: 1 }]),
    'a column that is not there': () => insertRows([{ number: 1, shape: 'x' }]),
    'a statement that is none': () => db.all('selct 1 from kinds where text = ?', 'x'),
  };
  for (const [name, make] of Object.entries(mistakes)) {
    test(`${name} is a programming error, not a database fault`, async () => {
      await clear();
      await assert.rejects(make, (error) => !(error instanceof DatabaseUnavailable));
      assert.deepEqual(await db.all('select 1 from kinds'), []);
    });
  }
});
