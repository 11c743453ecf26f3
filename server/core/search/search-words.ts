// Tokenizes text for search. Records and queries are split by the same rules, and a query word matches
// every stored word that begins with it. A short number must match the whole word: half of all phone
// numbers begin with 3 or 06.
//
// Stored words may repeat. The indexes tolerate that, and deduping with a Set costs time and memory: the
// engine keeps a table of its strings.
import { digitsOf } from '../customers/match-keys.ts';
import { foldText, isAscii } from '../fold-text.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '../records.ts';

const wordLengthMax = 40;
const queryWordsMax = 8;
const nationalDigits = 9;
const numberDigitsMin = 6;
// A standalone number, such as a phone number, with its digits grouped in any way.
const spacedNumber = /(?<![\p{Letter}\p{Number}])[0-9][0-9 ().\-/]*(?![\p{Letter}\p{Number}])/gu;

export function wordsOfWorkItem(
  item: Pick<WorkItemRecord, 'title' | 'description'>,
  customer: Pick<CustomerRecord, 'name' | 'email' | 'phone'>,
): string[] {
  // Joined by line breaks, so that a number never runs into the next field.
  const text = foldText([item.title, item.description, customer.name, customer.email].join('\n'));
  const words = wordsIn(text);
  for (const number of numbersIn(text)) addNumberWords(words, number);
  addNumberWords(words, digitsOf(customer.phone));
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
  addNumberWords(words, digitsOf(phone));
  addNumberWords(words, digitsOf(secondaryPhone ?? ''));
  return words;
}

export function wordsOfAddress(
  address: Pick<
    AddressRecord,
    'street' | 'streetNumber' | 'streetNumberAddition' | 'postalCode' | 'postalCodeKey' | 'city'
  >,
): string[] {
  const { street, streetNumber, streetNumberAddition, postalCode, postalCodeKey, city } = address;
  const parts = [street, streetNumber, streetNumberAddition, postalCode, postalCodeKey, city];
  return wordsIn(foldText(parts.join(' ')));
}

const shortNumber = /^[0-9]{1,3}$/;
const wordEnd = ' ';

/** Query words are prefixes; one that ends with `wordEnd` must match the whole word. */
export function queryWordsForWorkItems(query: string): string[] {
  const text = foldText(query);
  const rest = text.replace(spacedNumber, (number) => (isLongNumber(number) ? ' ' : number));
  const words = wordsIn(rest).map((word) => (shortNumber.test(word) ? word + wordEnd : word));
  const numbers = numbersIn(text).map((digits) => digits.slice(-nationalDigits));
  return longest([...words, ...numbers]);
}

export function matchesQueryWord(queryWord: string, storedWord: string): boolean {
  return (storedWord + wordEnd).startsWith(queryWord);
}

/** The letters of a query word, and whether it is a prefix. */
export function splitQueryWord(queryWord: string): { letters: string; isPrefix: boolean } {
  const isPrefix = !queryWord.endsWith(wordEnd);
  return { letters: isPrefix ? queryWord : queryWord.slice(0, -wordEnd.length), isPrefix };
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
  return each.toSorted((one, other) => other.length - one.length).slice(0, queryWordsMax);
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

/** Indexes a number with and without its country code and leading zero. */
function addNumberWords(words: string[], digits: string): void {
  if (digits === '') return;
  words.push(digits.slice(0, wordLengthMax));
  if (digits.length <= nationalDigits) return;
  const national = digits.slice(-nationalDigits);
  words.push(national, `0${national}`);
}
