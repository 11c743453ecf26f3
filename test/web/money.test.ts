// The currency of a brand's country.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyOf } from '#contract/currency.ts';

const cases: [country: string, currency: string | null][] = [
  ['NL', 'EUR'],
  ['be', 'EUR'],
  ['GB', 'GBP'],
  ['CH', 'CHF'],
  ['us', 'USD'],
  ['bg', 'EUR'],
  ['EG', null],
  ['', null],
];

for (const [country, currency] of cases) {
  test(`in “${country}” it is ${currency ?? 'not known'}`, () => {
    assert.equal(currencyOf(country), currency);
  });
}
