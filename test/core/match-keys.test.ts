// Match keys do not depend on how an e-mail address or phone number is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { emailKeyOf, isIdentifying, phoneKeyOf } from '#core/customers/match-keys.ts';

const digit = fc.constantFrom(...'0123456789');
const digits = (minLength: number, maxLength = 15) =>
  fc.array(digit, { minLength, maxLength }).map((each) => each.join(''));
const separators = fc.array(fc.constantFrom('', ' ', '-', '.', '/', ' (', ') ', '\u200b'), {
  minLength: 16,
  maxLength: 16,
});

/** The same digits with other separators. */
function spelled(number: string, between: string[]): string {
  return [...number].map((one, index) => between[index]! + one).join('') + between[15]!;
}

test('a phone number is its last nine digits, or all of fewer, however it is spelled', () => {
  fc.assert(
    fc.property(digits(1), separators, (number, between) => {
      assert.equal(phoneKeyOf(spelled(number, between)), number.slice(-9));
    }),
  );
  for (const none of [undefined, '', 'none']) assert.equal(phoneKeyOf(none), null);
});

// The zeros of Arabic, Persian, Devanagari, fullwidth and Osmanya digits.
const zeros = [0x660, 0x6f0, 0x966, 0xff10, 0x104a0];

test('digits of other scripts count', () => {
  fc.assert(
    fc.property(
      digits(1),
      fc.array(fc.constantFrom(...zeros), { minLength: 15 }),
      (number, zero) => {
        const written = [...number].map((one, at) => String.fromCodePoint(zero[at]! + Number(one)));
        assert.equal(phoneKeyOf(written.join('')), phoneKeyOf(number));
      },
    ),
  );
});

const extensions = [
  'ext. ',
  ' Ext ',
  'x',
  ' X ',
  ' tst. ',
  ' int. ',
  ' intern ',
  ', doorkiesnummer ',
  ' doorkies ',
  ' toestel ',
  '#',
  ' # ',
  ';ext=',
  ', extension ',
];

test('an extension does not count', () => {
  fc.assert(
    fc.property(digits(3), fc.constantFrom(...extensions), digits(1), (number, mark, more) => {
      assert.equal(phoneKeyOf(`${number}${mark}${more}`), phoneKeyOf(number));
      assert.equal(phoneKeyOf(`${number}${mark}${more} or 020-7654321`), phoneKeyOf(number));
    }),
  );
});

test('other words and signs are no extension', () => {
  for (const phone of [
    '#31#0612345678',
    'fax 0612345678',
    '06 extra 12345678',
    '06x',
    'X-06 12345678',
  ]) {
    assert.equal(phoneKeyOf(phone), phoneKeyOf(phone.replace(/[^0-9]/g, '')));
  }
});

test('a very long text takes linear time', () => {
  for (const part of ['1', '#', 'x', 'ext', ' ', '1x', '٠']) phoneKeyOf(part.repeat(100_000));
  for (const part of ['\u200b', ' ', 'a\u200b']) emailKeyOf(`a${part.repeat(100_000)}a`);
});

test('short numbers and fillers identify nobody', () => {
  for (const phone of ['1', '112', '12345', '0000000000', '111111']) {
    assert.equal(isIdentifying(phoneKeyOf(phone)!), false);
  }
  for (const phone of ['123456', '0612345678'])
    assert.equal(isIdentifying(phoneKeyOf(phone)!), true);
});

test('country codes and zeros in front make no difference to nine digits', () => {
  fc.assert(
    fc.property(digits(9, 9), digits(0, 6), separators, (number, front, between) => {
      assert.equal(phoneKeyOf(spelled(front + number, between)), phoneKeyOf(number));
    }),
  );
});

test('an e-mail address matches in any case and with surrounding blanks', () => {
  fc.assert(
    fc.property(
      fc.emailAddress(),
      fc.constantFrom('', ' ', '\t', '  \n', '\u200b', ' \u00ad\u200e'),
      (email, blank) => {
        assert.equal(emailKeyOf(blank + email.toUpperCase() + blank), emailKeyOf(email));
      },
    ),
  );
  for (const nothing of [undefined, '', '  ']) assert.equal(emailKeyOf(nothing), null);
});
