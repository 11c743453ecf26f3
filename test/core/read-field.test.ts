import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldSchema, readText } from '#core/reading/read-field.ts';

const cases: (readonly [schema: FieldSchema, text: string, refusal: string | null])[] = [
  [{ pattern: '[0-9]' }, 'call me at 6', null],
  [{ pattern: '[0-9]' }, 'none', 'must contain at least one digit'],
  [{ pattern: '^[A-Z]{2}$' }, 'NL', null],
  [{ pattern: '^[A-Z]{2}$' }, 'nl', 'must match ^[A-Z]{2}$'],
  [{ pattern: '^.$' }, '😀', null],
  [{ maxLength: 2 }, '😀😀', null],
  ...['jan@example.com', "j.o'neil+x@sub-1.example.nl", 'info@bücher.example', 'a_b%c@x.y2'].map(
    (address) => [{ format: 'email' }, address, null] as const,
  ),
  ...[
    'mailto:a@b.nl',
    'a@b.nl;',
    'a@b.nl)',
    '(a)@b.nl',
    'a@-.nl',
    'a@b-.nl',
    'a@[1.2.3.4]',
    'a@b',
  ].map(
    (text) =>
      [{ format: 'email' }, text, 'must be an e-mail address such as jan@example.com'] as const,
  ),
  [{ maxLength: 2 }, '😀😀😀', 'must be at most 2 characters, got 3'],
];

for (const [schema, text, refusal] of cases) {
  test(`"${text}" by ${JSON.stringify(schema)}`, () => {
    assert.deepEqual(readText(schema, text), refusal === null ? { value: text } : { refusal });
  });
}
