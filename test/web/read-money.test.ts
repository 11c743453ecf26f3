// Amounts are read as they are typed, with either decimal separator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centsIn, textOfCents } from '../../web/src/words/read-money.ts';

const cases: [string, number | null][] = [
  ['', null],
  ['€', null],
  ['.', null],
  ['0', 0],
  ['12', 1_200],
  ['12,', 1_200],
  ['12,5', 1_250],
  ['12.50', 1_250],
  [',5', 50],
  ['1932', 193_200],
  ['1.932', 193_200],
  ['1,932', 193_200],
  ['1.932,50', 193_250],
  ['1,932.50', 193_250],
  ['€ 1.234.567,89', 123_456_789],
  ['1 932,50', 193_250],
];

for (const [text, cents] of cases) {
  test(`"${text}" is ${cents} cents`, () => assert.equal(centsIn(text), cents));
}

test('what is shown is read as the same amount', () => {
  for (const locale of ['nl-NL', 'en-GB']) {
    for (const cents of [0, 5, 1_250, 193_250, 100_000_000]) {
      assert.equal(centsIn(textOfCents(cents, locale)), cents);
    }
  }
});
