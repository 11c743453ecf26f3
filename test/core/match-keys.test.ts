// Match keys do not depend on how an e-mail address or phone number is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { emailKeyOf, phoneKeyOf } from '#core/customers/match-keys.ts';

const digit = fc.constantFrom(...'0123456789');
const digits = (minLength: number, maxLength = 15) =>
  fc.array(digit, { minLength, maxLength }).map((each) => each.join(''));
const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '/', ' (', ') ', 'x'), {
  minLength: 16,
  maxLength: 16,
});

/** The same digits with other separators. */
function spelled(number: string, between: string[]): string {
  return [...number].map((one, index) => between[index]! + one).join('') + between[15]!;
}

test('a phone number is its last nine digits, however it is spelled', () => {
  fc.assert(
    fc.property(digits(6), separators, (number, between) => {
      assert.equal(phoneKeyOf(spelled(number, between)), number.slice(-9));
    }),
  );
});

test('country codes and zeros in front make no difference to nine digits', () => {
  fc.assert(
    fc.property(digits(9, 9), digits(0, 6), separators, (number, front, between) => {
      assert.equal(phoneKeyOf(spelled(front + number, between)), phoneKeyOf(number));
    }),
  );
});

test('fewer than six digits match nobody', () => {
  fc.assert(
    fc.property(digits(0, 5), separators, (number, between) => {
      assert.equal(phoneKeyOf(spelled(number, between)), null);
    }),
  );
  assert.equal(phoneKeyOf(undefined), null);
});

test('an e-mail address matches in any case and with surrounding blanks', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\t', '  \n'), (email, blank) => {
      assert.equal(emailKeyOf(blank + email.toUpperCase() + blank), emailKeyOf(email));
    }),
  );
  for (const nothing of [undefined, '', '  ']) assert.equal(emailKeyOf(nothing), null);
});
