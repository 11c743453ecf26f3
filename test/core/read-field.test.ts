import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mustHave } from '#contract/field-patterns.ts';
import { type FieldSchema, readText, readTimestamp } from '#core/reading/read-field.ts';

const cases: (readonly [schema: FieldSchema, text: string, refusal: string | null])[] = [
  [{ [mustHave]: 'digit' }, 'call me at 6', null],
  [{ [mustHave]: 'digit' }, '٠٦', null],
  [{ [mustHave]: 'digit' }, 'none', 'must contain at least one digit'],
  [{ [mustHave]: 'letterOrDigit' }, 'é', null],
  [{ [mustHave]: 'letterOrDigit' }, '--', 'must contain a letter or a digit'],
  [{ pattern: '^[A-Z]{2}$' }, 'NL', null],
  [{ pattern: '^[A-Z]{2}$' }, 'nl', 'must match ^[A-Z]{2}$'],
  [{ pattern: '^.$' }, '😀', null],
  [{ maxLength: 2 }, '😀😀', null],
  ...['jan@example.com', "j.o'neil+x@sub-1.example.nl", 'info@bücher.example', 'a_b%c@x.y2'].map(
    (address) => [{ format: 'idn-email' }, address, null] as const,
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
    ...[...'\u200b\u200d\ufeff\u2060\u00ad\u200e\u202a'].map((hidden) => `ja${hidden}n@b.nl`),
  ].map(
    (text) =>
      [{ format: 'idn-email' }, text, 'must be an e-mail address such as jan@example.com'] as const,
  ),
  [{ maxLength: 2 }, '😀😀😀', 'must be at most 2 characters, got 3'],
];

for (const [schema, text, refusal] of cases) {
  test(`"${text}" by ${JSON.stringify(schema)}`, () => {
    const result = readText(schema, text);
    if ('value' in result) assert.deepEqual([result.value, null], [text, refusal]);
    else assert.equal(result.refusal.text, refusal);
  });
}

test('invisible characters around an e-mail address are dropped', () => {
  const hidden = [
    '\u200b',
    '\u200c',
    '\u200d',
    '\ufeff',
    '\u2060',
    '\u00ad',
    '\u200e',
    '\u200f',
    '\u202a',
  ];
  for (const one of [...hidden, hidden.join(' ')]) {
    const sent = `${one}jan@example.com${one}`;
    assert.deepEqual(readText({ format: 'idn-email' }, sent), { value: 'jan@example.com' });
  }
});

const times: [text: string, utc: string | null][] = [
  ['2026-11-15T09:30:00Z', '2026-11-15T09:30:00.000Z'],
  ['2026-11-15t09:30:00z', '2026-11-15T09:30:00.000Z'],
  ['2026-11-15t09:30+01:00', '2026-11-15T08:30:00.000Z'],
  ['2026-11-15T23:59:59.999Z', '2026-11-15T23:59:59.999Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59+23:59', '9999-12-31T00:00:59.000Z'],
  ['9999-12-31T23:59:59-00:01', null],
  ['9999-12-31T23:59:59-23:59', null],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0000-01-01T00:00:00+00:01', null],
  ['2026-11-15T24:00:00Z', null],
  ['2026-11-15t24:00z', null],
  ['2026-11-15T24:00:00+01:00', null],
  ['2026-11-15T29:00:00Z', null],
  ['2026-11-15T09:60:00Z', null],
  ['2026-13-15T09:30:00Z', null],
  ['2026-02-30T09:30:00Z', null],
  ['2026-11-15T09:30:00', null],
  ['2026-11-15 09:30:00Z', null],
];

for (const [text, utc] of times) {
  test(`the time ${text}: ${utc ?? 'refused'}`, () => {
    const result = readTimestamp(text);
    if (utc !== null) return assert.deepEqual(result, { value: Date.parse(utc) });
    assert.ok('refusal' in result);
    assert.match(result.refusal.text, /date and time with a zone, such as 2026-11-15T09:30:00Z/);
    assert.equal(
      /the year must be from 0000 to 9999/.test(result.refusal.text),
      /^(0|9)/.test(text),
    );
    assert.equal(/midnight is 00:00 of the next day/.test(result.refusal.text), /t24/i.test(text));
    assert.doesNotMatch(result.refusal.text, /%2B/);
  });
}
