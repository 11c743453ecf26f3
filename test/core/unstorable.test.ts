import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyUnstorable } from '#core/unstorable.ts';

type Value = string | number | boolean | null;

const time = 'timestamp with time zone';
const values: [value: Value, type: string, reason: RegExp | null][] = [
  ['a\u0000', 'text', /NUL/],
  ['a\\u0000', 'text', null],
  ['["a\\u0000"]', 'jsonb', /NUL/],
  ['{"a\\u0000":1}', 'jsonb', /NUL/],
  ['["\\ud800"]', 'jsonb', /lone surrogate/],
  ['["\\ud83d\\udebf", "\\\\u0000"]', 'jsonb', null],
  ['[', 'jsonb', /not JSON/],
  ['me', 'uuid', /not a UUID/],
  ['0190a1b2c3d4700080000123456789ab', 'uuid', null],
  ['0190A1B2-c3d4-7000-8000-0123456789AB', 'uuid', null],
  [null, 'uuid', null],
  [Date.UTC(2026, 10), time, null],
  [0, time, null],
  [null, time, null],
  [Number.MAX_SAFE_INTEGER, time, null],
  [Number.MAX_SAFE_INTEGER - 1, time, /not a time/],
  [Date.UTC(10_000, 0), time, /not a time/],
  [32_767, 'smallint', null],
  [-32_768, 'smallint', null],
  [32_768, 'smallint', /out of range/],
  [2 ** 31, 'integer', /out of range/],
  [2 ** 31, 'bigint', null],
];

test('text that PostgreSQL would refuse is detected', () => {
  for (const [value, type, reason] of values) {
    const why = whyUnstorable(value, type);
    if (reason) assert.match(why ?? '', reason, `${value}`);
    else assert.equal(why, null, `${value}`);
  }
});
