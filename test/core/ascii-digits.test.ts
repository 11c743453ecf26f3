// The digits of every script have their value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asciiDigits } from '#contract/phone-number.ts';

const number = 9_876_543_210;

for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
  const written = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(
    number,
  );
  // Chinese numerals are letters.
  if (/^\p{Nd}+$/u.test(written)) {
    test(numberingSystem, () => assert.equal(asciiDigits(written), String(number)));
  }
}

test('every digit of Unicode is a digit, and nothing else changes', () => {
  const texts = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  for (const text of texts.filter((one) => /\p{Nd}/u.test(one))) {
    assert.match(asciiDigits(text), /^[0-9]$/);
  }
  for (const text of ['Jan', 'Zoë ½ ² Ⅷ 一', '', '😀']) assert.equal(asciiDigits(text), text);
});
