import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { RowChecksum, whyUnstorable } from '#core/row-checksum.ts';

type Value = string | number | boolean | null;

function sumOf(rows: readonly (readonly Value[])[], types: readonly string[]): string {
  const checksum = new RowChecksum();
  for (const row of rows) checksum.add(row, types);
  assert.equal(checksum.rows, rows.length);
  return checksum.text;
}

const types = ['text', 'bigint', 'double precision'];
const someRow = fc.tuple(
  fc.option(fc.string({ unit: 'binary' })),
  fc.option(fc.maxSafeInteger()),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const someRows = fc.array(someRow, { minLength: 1, maxLength: 20 });

test('the order of the rows does not matter', () => {
  const shuffled = someRows.chain((rows) =>
    fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
  );
  fc.assert(
    fc.property(shuffled, ([rows, others]) => {
      assert.equal(sumOf(rows, types), sumOf(others, types));
    }),
  );
});

test('every other change of a row does', () => {
  fc.assert(
    fc.property(someRows, fc.nat(), someRow, (rows, at, other) => {
      const place = at % rows.length;
      fc.pre(JSON.stringify(rows[place]) !== JSON.stringify(other));
      assert.notEqual(sumOf(rows, types), sumOf(rows.with(place, other), types));
      assert.notEqual(sumOf(rows, types), sumOf([...rows, other], types));
    }),
  );
});

test('two rows that are the same do not cancel each other out', () => {
  assert.notEqual(sumOf([['a'], ['a']], ['text']), sumOf([], ['text']));
  assert.notEqual(sumOf([['a'], ['a']], ['text']), sumOf([['b'], ['b']], ['text']));
});

const plain = '0190a1b2c3d4700080000123456789ab';
const dashed = '0190A1B2-c3d4-7000-8000-0123456789AB';
const pairs: [type: string, one: Value, other: Value, isSame: boolean][] = [
  ['uuid', plain, dashed, true],
  ['text', plain, dashed, false],
  ['boolean', 1, true, true],
  ['boolean', 0, true, false],
  ['boolean', null, false, false],
  ['jsonb', '{"b":1,"a":[1,2]}', '{"a": [1, 2], "b": 1}', true],
  ['jsonb', '["a","b"]', '["b", "a"]', false],
  ['jsonb', '{"a":1}', '[["a",1]]', false],
  ['text', '{"b":1,"a":2}', '{"a": 2, "b": 1}', false],
  ['text', null, '', false],
  ['text', '1', 1, false],
];

test('what the engines write differently is the same', () => {
  for (const [type, one, other, isSame] of pairs) {
    assert.equal(sumOf([[one]], [type]) === sumOf([[other]], [type]), isSame, `${one} ${other}`);
  }
});

const time = 'timestamp with time zone';
const values: [value: Value, type: string, reason: RegExp | null][] = [
  ['a\u0000', 'text', /NUL/],
  ['a\\u0000', 'text', null],
  ['["a\\u0000"]', 'jsonb', /NUL/],
  ['{"a\\u0000":1}', 'jsonb', /NUL/],
  ['["\\ud800"]', 'jsonb', /half/],
  ['["\\ud83d\\udebf", "\\\\u0000"]', 'jsonb', null],
  ['[', 'jsonb', /no JSON/],
  ['me', 'uuid', /no UUID/],
  [plain, 'uuid', null],
  [null, 'uuid', null],
  [Date.UTC(2026, 10), time, null],
  [0, time, null],
  [null, time, null],
  [Number.MAX_SAFE_INTEGER, time, null],
  [Number.MAX_SAFE_INTEGER - 1, time, /no time/],
  [Date.UTC(10_000, 0), time, /no time/],
];

test('what PostgreSQL would refuse is known before', () => {
  for (const [value, type, reason] of values) {
    const why = whyUnstorable(value, type);
    if (reason) assert.match(why ?? '', reason, `${value}`);
    else assert.equal(why, null, `${value}`);
  }
});
