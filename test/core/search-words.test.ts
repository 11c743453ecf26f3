// A query finds stored text by the prefix of any word except short numbers, and phone numbers in
// any spelling. Query words hold only letters and digits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  queryWordsForAddresses,
  queryWordsForWorkItems,
  matchesQueryWord,
  splitQueryWord,
  wordsOfWorkItem,
} from '#core/search/search-words.ts';

const nobody = { name: '', email: '', phone: '' };
const isFound = (stored: string[], asked: string[]) =>
  asked.every((word) => stored.some((one) => matchesQueryWord(word, one)));

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
        .filter((beginning) => !/^[0-9]{1,3}$/.test(beginning.join('')));
      const question = beginnings.map((beginning) => beginning.join('')).toReversed();
      for (const one of question) assert.ok(isFound(stored, queryWordsForWorkItems(one)), one);
      assert.ok(isFound(stored, queryWordsForWorkItems(question.join(' '))));
      assert.ok(isFound(stored, queryWordsForWorkItems(title.toUpperCase())));
    }),
    { numRuns: 500 },
  );
});

test('a short number must be a whole word', () => {
  const customer = { ...nobody, phone: '+31 6 12345678' };
  const stored = wordsOfWorkItem({ title: 'Item 3', description: '12a' }, customer);
  for (const question of ['3', 'item 3', '12a', '6123', '0612']) {
    assert.ok(isFound(stored, queryWordsForWorkItems(question)), question);
  }
  for (const question of ['31', '6', '06', '061', '12', 'item 31']) {
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
        for (const one of asked.map((word) => splitQueryWord(word).letters)) {
          assert.ok(one.length >= 1 && one.length <= 40);
          assert.match(one.toWellFormed(), /^[\p{Letter}\p{Number}\ufffd]+$/u);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('letters of other alphabets are found by their plain forms', () => {
  const item = { title: 'Dach in der Königstraße', description: 'Ørsted, Łódź, cœur' };
  const words = wordsOfWorkItem(item, { name: 'X', email: '', phone: '' });
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
