// The app's default language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserLanguage } from '../../web/src/words/browser-language.ts';

const cases: readonly [preferred: string[], spoken: string][] = [
  [['nl-NL', 'en'], 'nl'],
  [['nl'], 'nl'],
  [['en-GB', 'nl'], 'en'],
  [['de-DE', 'nl-BE', 'en'], 'nl'],
  [['de', 'fr'], 'en'],
  [['NL-be'], 'nl'],
  // Not Dutch, although it begins like it.
  [['nlx', 'fr'], 'en'],
  [[], 'en'],
];

for (const [preferred, spoken] of cases) {
  test(`${preferred.join(', ') || 'nothing'}: ${spoken}`, () => {
    assert.equal(browserLanguage(preferred), spoken);
  });
}
