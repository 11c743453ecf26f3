// Tokenizes text for search. Records and queries are split by the same rules, and a query word matches
// every stored word that begins with it. A number also matches by its last digits; one or two digits
// must match the whole word: half of all phone numbers begin with 3 or 06.
//
// Stored words may repeat. The indexes tolerate that, and deduping with a Set costs time and memory: the
// engine keeps a table of its strings.
import { digitsOf, phoneDigitsOf } from '../customers/match-keys.ts';
import { foldText } from '../fold-text.ts';
import { isAscii } from '../is-ascii.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '../records.ts';

const wordLengthMax = 40;
const queryWordsMax = 8;
const nationalDigits = 9;
const numberDigitsMin = 6;
const runDigitsMin = 3;
// Follows a query word that must match the whole word.
const wordEnd = ' ';
// Begins a reversed number. No word contains it; FTS5 reads it as a letter, as all beyond ASCII.
const endMark = '‹';
// A standalone number, such as a phone number, with its digits grouped in any way.
const spacedNumber = /(?<![\p{Letter}\p{Number}])[0-9][0-9 ().\-/]*(?![\p{Letter}\p{Number}])/gu;

type SearchedAddress = Pick<
  AddressRecord,
  'street' | 'streetNumber' | 'streetNumberAddition' | 'postalCode' | 'postalCodeKey' | 'city'
>;

/** Fields of the customer under which search finds the work item. */
export const searchedCustomerFields = [
  'name',
  'companyName',
  'email',
  'phone',
  'secondaryPhone',
] as const;
type SearchedCustomer = Pick<CustomerRecord, (typeof searchedCustomerFields)[number]>;

export function wordsOfWorkItem(
  item: Pick<WorkItemRecord, 'title' | 'description' | 'otherContact'>,
  customer: SearchedCustomer,
  address: SearchedAddress | null,
): string[] {
  const { title, description, otherContact } = item;
  const { name, companyName, email, phone, secondaryPhone } = customer;
  const company = companyName === name ? '' : companyName;
  // Joined by line breaks, so that a number never runs into the next field.
  const fields = [title, description, name, company, email, otherContact ?? ''];
  const text = foldText(fields.join('\n'));
  const words = wordsIn(text);
  for (const word of words.filter((one) => longWord.test(one))) words.push(byItsEnd(word));
  for (const number of numbersIn(text)) addNumberWords(words, number);
  addNumberWords(words, phoneDigitsOf(phone));
  if (secondaryPhone !== null) addNumberWords(words, phoneDigitsOf(secondaryPhone));
  if (address) words.push(...wordsOfAddress(address));
  return words;
}

export function wordsOfCustomer(
  customer: Pick<
    CustomerRecord,
    'name' | 'firstName' | 'lastName' | 'companyName' | 'email' | 'phone' | 'secondaryPhone'
  >,
): string[] {
  const { name, firstName, lastName, companyName, email, phone, secondaryPhone } = customer;
  // Lead creation is the hot path: parts of the full name are not tokenized again.
  let text = ` ${name} `;
  for (const part of [firstName, lastName, companyName]) {
    if (part !== '' && !text.includes(` ${part} `)) text += `${part} `;
  }
  const words = wordsIn(foldText(text + email));
  addNumberWords(words, phoneDigitsOf(phone));
  addNumberWords(words, phoneDigitsOf(secondaryPhone ?? ''));
  return words;
}

export function wordsOfAddress(address: SearchedAddress): string[] {
  const { street, streetNumber, streetNumberAddition, postalCode, postalCodeKey, city } = address;
  // A Dutch postcode is also searched for with a space, whether it was sent with one or not.
  const spacedCode = postalCodeKey.replace(/^([0-9]{4})(?=[A-Z]{2}$)/, '$1 ');
  const codes = [postalCode, postalCodeKey, spacedCode];
  const words = [street, streetNumber, streetNumberAddition, ...codes, city];
  // People write the house number in one piece.
  if (streetNumberAddition !== '') words.push(streetNumber + streetNumberAddition);
  return wordsIn(foldText(words.join(' ')));
}

const shortNumber = /^[0-9]{1,2}$/;
const longWord = /^[0-9]{4,}$/;

/**
 * The words that a record must all have, each as `queryTerms` reads it: alternatives separated by `|`,
 * and an alternative's terms by `&`.
 */
export function queryWordsForWorkItems(query: string): string[] {
  const numbers: string[] = [];
  const rest = foldText(query).replace(spacedNumber, (number) => {
    const asked = queryOfNumber(number);
    if (asked !== null) numbers.push(asked);
    return asked === null ? number : ' ';
  });
  return longest([...wordsIn(rest).map(queryOfWord), ...numbers]);
}

function queryOfWord(word: string): string {
  if (shortNumber.test(word)) return word + wordEnd;
  return /^[0-9]+$/.test(word) ? queryOfDigits(word) : word;
}

/** Null for digits that are separate words. */
function queryOfNumber(number: string): string | null {
  const pieces = number.match(/[0-9]+/g)!;
  const digits = pieces.join('');
  if (digits.length > nationalDigits) {
    return `${digits.slice(-nationalDigits)}|${queryOfDigits(digits)}`;
  }
  if (pieces.length === 1) return null;
  if (digits.length === nationalDigits) return queryOfDigits(digits);
  if (digits.length < runDigitsMin) return null;
  // The start or end of a number, or separate words: a house number and a postcode.
  const apart = pieces.map((piece) => (shortNumber.test(piece) ? piece + wordEnd : piece));
  return `${queryOfDigits(digits)}|${apart.join('&')}`;
}

function queryOfDigits(digits: string): string {
  return `${digits.slice(0, wordLengthMax)}|${byItsEnd(digits)}`;
}

/** A prefix, or a whole word. */
interface QueryTerm {
  letters: string;
  isPrefix: boolean;
}

/** The alternatives of a query word, each with terms that must all match. */
export function queryTerms(queryWord: string): QueryTerm[][] {
  return queryWord.split('|').map((alternative) =>
    alternative.split('&').map((term) => {
      const isPrefix = !term.endsWith(wordEnd);
      return { letters: isPrefix ? term : term.slice(0, -wordEnd.length), isPrefix };
    }),
  );
}

/** Returns a test for the words of a record. */
export function matcherOf(queryWord: string): (stored: readonly string[]) => boolean {
  const alternatives = queryWord.split('|').map((alternative) => alternative.split('&'));
  return (stored) =>
    alternatives.some((terms) =>
      terms.every((term) => stored.some((word) => (word + wordEnd).startsWith(term))),
    );
}

// Customers and work items are both found by phone number.
export const queryWordsForCustomers = queryWordsForWorkItems;

export function queryWordsForAddresses(query: string): string[] {
  return longest(wordsIn(foldText(query)));
}

/** Each word once. Of many, only the longest: short words are the least selective. */
function longest(words: readonly string[]): string[] {
  const each = [...new Set(words)];
  if (each.length <= queryWordsMax) return each;
  return each.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, queryWordsMax);
}

function lengthOf(queryWord: string): number {
  return queryWord.split('|', 1)[0]!.length;
}

function wordsIn(text: string): string[] {
  const words = text.match(isAscii(text) ? /[a-z0-9]+/g : /[\p{Letter}\p{Number}]+/gu);
  return words?.map((word) => word.slice(0, wordLengthMax)) ?? [];
}

function numbersIn(text: string): string[] {
  return (text.match(spacedNumber) ?? []).filter(isLongNumber).map(digitsOf);
}

function isLongNumber(text: string): boolean {
  return digitsOf(text).length >= numberDigitsMin;
}

/** Indexes a number by its end, and with and without its country code and leading zero. */
function addNumberWords(words: string[], digits: string): void {
  if (digits === '') return;
  words.push(digits.slice(0, wordLengthMax), byItsEnd(digits));
  if (digits.length <= nationalDigits) return;
  const national = digits.slice(-nationalDigits);
  words.push(national, `0${national}`);
}

/** The digits in reverse, so that the end of a number is found as a prefix. */
function byItsEnd(digits: string): string {
  const last = digits.slice(1 - wordLengthMax);
  return endMark + [...last].toReversed().join('');
}
