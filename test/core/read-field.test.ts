import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldSchema, readText } from '#core/read-field.ts';

const cases: [schema: FieldSchema, text: string, refusal: string | null][] = [
  [{ pattern: '[0-9]' }, 'call me at 6', null],
  [{ pattern: '[0-9]' }, 'none', 'must contain at least one digit'],
  [{ pattern: '^[A-Z]{2}$' }, 'NL', null],
  [{ pattern: '^[A-Z]{2}$' }, 'nl', 'must match ^[A-Z]{2}$'],
  [{ pattern: '^.$' }, '😀', null],
  [{ maxLength: 2 }, '😀😀', null],
  [{ maxLength: 2 }, '😀😀😀', 'must be at most 2 characters, got 3'],
];

for (const [schema, text, refusal] of cases) {
  test(`"${text}" by ${JSON.stringify(schema)}`, () => {
    assert.deepEqual(readText(schema, text), refusal === null ? { value: text } : { refusal });
  });
}
