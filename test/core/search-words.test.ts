// A query finds stored text by the prefix of any word except short numbers, and phone numbers in
// any spelling and by their ends. Query words hold only letters and digits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  queryWordsForAddresses,
  queryWordsForWorkItems,
  matcherOf,
  queryTerms,
  wordsOfAddress,
  wordsOfWorkItem as wordsOf,
} from '#core/search/search-words.ts';

const nobody = { name: '', companyName: '', email: '', phone: '', secondaryPhone: null };
const wordsOfWorkItem = (
  item: { title: string; description: string; otherContact?: string },
  customer: typeof nobody,
  address: Parameters<typeof wordsOf>[2] = null,
) => wordsOf({ otherContact: null, ...item }, customer, address);
const isFound = (stored: string[], asked: string[]) =>
  asked.every((word) => matcherOf(word)(stored));

const letters = [...'abcdeABCÉéöÑçøłЖж漢字かαΩ'];
const word = fc.string({
  unit: fc.constantFrom(...letters, '1', '2'),
  minLength: 1,
  maxLength: 50,
});
const mark = fc.constantFrom(' ', ', ', '. ', '! ', ' – ', '\n', " '", '" ', ' (', ') ', ' * ');

test('every prefix of every word is found, in any order', () => {
  const cut = fc.tuple(word, mark, fc.nat());
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 8 }), (parts) => {
      const title = parts.map(([text, after]) => text + after).join('');
      const stored = wordsOfWorkItem({ title, description: '' }, nobody);
      const beginnings = parts
        .map(([text, , at]) => [...text].slice(0, (at % text.length) + 1))
        .filter((beginning) => !/^[0-9]{1,2}$/.test(beginning.join('')));
      const question = beginnings.map((beginning) => beginning.join('')).toReversed();
      for (const one of question) assert.ok(isFound(stored, queryWordsForWorkItems(one)), one);
      assert.ok(isFound(stored, queryWordsForWorkItems(question.join(' '))));
      assert.ok(isFound(stored, queryWordsForWorkItems(title.toUpperCase())));
    }),
    { numRuns: 500 },
  );
});

test('one or two digits must be a whole word', () => {
  const customer = { ...nobody, phone: '+31 6 12345678' };
  const stored = wordsOfWorkItem({ title: 'Item 3', description: '12a' }, customer);
  for (const question of ['3', 'item 3', '12a', '6123', '0612', '061', '316', '678', '5678']) {
    assert.ok(isFound(stored, queryWordsForWorkItems(question)), question);
  }
  for (const question of ['31', '6', '06', '78', '12', 'item 31', '345', '34567']) {
    assert.ok(!isFound(stored, queryWordsForWorkItems(question)), question);
  }
});

const digit = fc.constantFrom(...'0123456789');
const between = fc.constantFrom('', '', ' ', '-', '.', '/', ') ', ' (');
function spelled(digits: string): fc.Arbitrary<string> {
  const signs = fc.array(between, { minLength: digits.length, maxLength: digits.length });
  return signs.map((each) => [...digits].map((one, at) => (at ? each[at]! : '') + one).join(''));
}
const number = fc.array(digit, { minLength: 9, maxLength: 9 }).map((digits) => digits.join(''));
const spellings = number.chain((national) => {
  const variants = ['', '0', '31', '0031'].map((front) => front + national);
  const one = fc.constantFrom(...variants).chain(spelled);
  return fc.tuple(one, one);
});

test('a phone number is found in any spelling', () => {
  fc.assert(
    fc.property(spellings, fc.constantFrom('', '+', '('), ([one, other], sign) => {
      const customer = { ...nobody, name: 'Jan Jansen', phone: sign + one };
      const stored = wordsOfWorkItem({ title: 'Tap', description: '' }, customer);
      assert.ok(isFound(stored, queryWordsForWorkItems(sign + other)));
      assert.ok(isFound(stored, queryWordsForWorkItems(`jansen ${other}`)));
      const inText = wordsOfWorkItem({ title: 'Tap', description: `Call ${one}, please` }, nobody);
      assert.ok(isFound(inText, queryWordsForWorkItems(other)));
    }),
    { numRuns: 500 },
  );
});

const run = fc.integer({ min: 3, max: 12 });

test('a number is found by any three or more digits at its start or end', () => {
  fc.assert(
    fc.property(number, run, fc.constantFrom('', '0', '+31 '), (national, length, front) => {
      const phone = front + national;
      const digits = phone.replace(/[^0-9]/g, '');
      const inPhone = wordsOfWorkItem({ title: '', description: '' }, { ...nobody, phone });
      const inText = wordsOfWorkItem({ title: `No. ${phone}.`, description: '' }, nobody);
      const asOther = { title: '', description: '', otherContact: `Jan\n${phone}` };
      for (const stored of [inPhone, inText, wordsOfWorkItem(asOther, nobody)]) {
        for (const asked of [digits.slice(0, length), digits.slice(-length)]) {
          assert.ok(isFound(stored, queryWordsForWorkItems(asked)), `${asked} in ${phone}`);
          const spaced = `${asked.slice(0, -2)} ${asked.slice(-2)}`;
          assert.ok(isFound(stored, queryWordsForWorkItems(spaced)), spaced);
        }
      }
    }),
  );
});

test('an address is found in any notation of its postcode', () => {
  const place = { street: 'Oude Gracht', streetNumber: '12', streetNumberAddition: 'A' };
  for (const postalCode of ['3511 LN', '3511LN', '3511ln', '3511-LN']) {
    const code = { postalCode, postalCodeKey: '3511LN', city: 'Utrecht' };
    const address = { ...place, ...code };
    const stored = wordsOfWorkItem({ title: 'Tap', description: '' }, nobody, address);
    const questions = [
      ['3511 LN', '3511LN', '3511ln utrecht', '3511', '351', 'gracht 12 3511 LN'],
      ['oude gracht 12', '12 3511', 'utrecht tap', 'Oude Gracht 12, 3511 LN Utrecht'],
    ].flat();
    for (const question of questions) {
      assert.ok(isFound(stored, queryWordsForWorkItems(question)), question);
      const isPlaceOnly = !question.includes('tap');
      assert.equal(isFound(wordsOfAddress(address), queryWordsForAddresses(question)), isPlaceOnly);
    }
    for (const question of ['3512 LN', '3511 LM', 'gracht 13']) {
      assert.ok(!isFound(stored, queryWordsForWorkItems(question)), question);
    }
  }
});

test('a house number is found in one piece or in two', () => {
  const place = { street: 'Kerkstraat', postalCode: '', postalCodeKey: '', city: '' };
  for (const [streetNumber, streetNumberAddition] of [
    ['12', 'a'],
    ['12', 'A'],
  ] as const) {
    const address = { ...place, streetNumber, streetNumberAddition };
    for (const question of ['kerkstraat 12a', 'Kerkstraat 12 A', '12A', 'kerkstraat 12']) {
      assert.ok(isFound(wordsOfAddress(address), queryWordsForAddresses(question)), question);
      const stored = wordsOfWorkItem({ title: '', description: '' }, nobody, address);
      assert.ok(isFound(stored, queryWordsForWorkItems(question)), question);
      assert.ok(!isFound(stored, queryWordsForWorkItems(`${question}b`)), question);
    }
  }
});

test('short groups of digits are the start or end of a number, or separate words', () => {
  const stored = wordsOfWorkItem(
    { title: 'Item 7 of 22', description: '' },
    { ...nobody, phone: '06 12 22 33 44', secondaryPhone: '020 999 88 87' as never },
  );
  for (const question of ['06 12', '33 44', '3 44', '88 87', '020 9', '22 7', 'item 33 44']) {
    assert.ok(isFound(stored, queryWordsForWorkItems(question)), question);
  }
  for (const question of ['22 33', '44 33', '44', '8 7', '99 88']) {
    assert.ok(!isFound(stored, queryWordsForWorkItems(question)), question);
  }
});

test('another phone number is not found', () => {
  fc.assert(
    fc.property(number, number, (one, other) => {
      fc.pre(one !== other);
      const stored = wordsOfWorkItem(
        { title: '', description: '' },
        { ...nobody, phone: `0${one}` },
      );
      assert.ok(!isFound(stored, queryWordsForWorkItems(`+31 ${other}`)));
    }),
  );
});

test('any query becomes words of letters and digits, each at most 40 long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (question) => {
      for (const asked of [queryWordsForWorkItems(question), queryWordsForAddresses(question)]) {
        assert.equal(new Set(asked).size, asked.length);
        for (const { letters: one } of asked.flatMap((word) => queryTerms(word).flat())) {
          assert.ok(one.length >= 1 && one.length <= 40);
          assert.match(one.toWellFormed(), /^‹?[\p{Letter}\p{Number}\ufffd]+$/u);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('letters of other alphabets are found by their plain forms', () => {
  const item = { title: 'Dach in der Königstraße', description: 'Ørsted, Łódź, cœur' };
  const words = wordsOfWorkItem(item, { ...nobody, name: 'X' });
  for (const word of queryWordsForWorkItems('konigstrasse orsted lodz coeur')) {
    assert.ok(words.includes(word), word);
  }
});

test('of more than eight words the longest are used, each once', () => {
  const question = 'a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii iiiiiiiii';
  const expected = question.split(' ').slice(1, 9).toReversed();
  assert.deepEqual(queryWordsForWorkItems(question), expected);
  assert.deepEqual(queryWordsForAddresses(question), expected);
  assert.deepEqual(queryWordsForWorkItems('one two one'), ['one', 'two']);
});
