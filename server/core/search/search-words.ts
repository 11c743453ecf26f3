// Text search works on words: what is stored and what is asked are cut up by the same rules, and a
// word that was asked for matches every stored word that begins with it. A short number has to be the whole
// word: half of all phone numbers begin with a 3 or a 06.
//
// What is stored is a list in which a word may stand twice. The indexes do not mind, and a set would cost time and
// memory: the engine keeps a table of every string that was in one.
import { digitsOf } from '../customers/customer-matching.ts';
import { inPlainLetters, isAscii } from './plain-letters.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '../records.ts';

const wordLengthMax = 40;
const askedMax = 8;
const nationalDigits = 9;
const numberDigitsMin = 6;
// A phone number or the like, standing alone, in whatever way people group its digits.
const spacedNumber = /(?<![\p{Letter}\p{Number}])[0-9][0-9 ().\-/]*(?![\p{Letter}\p{Number}])/gu;

export function wordsOfWorkItem(
  item: Pick<WorkItemRecord, 'title' | 'description'>,
  customer: Pick<CustomerRecord, 'name' | 'email' | 'phone'>,
): string[] {
  // On lines of their own: a number ends where its line does.
  const text = inPlainLetters(
    [item.title, item.description, customer.name, customer.email].join('\n'),
  );
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
  // Most are made by leads, and fast: the parts of the name are not read twice.
  let text = ` ${name} `;
  for (const part of [firstName, lastName, companyName]) {
    if (part !== '' && !text.includes(` ${part} `)) text += `${part} `;
  }
  const words = wordsIn(inPlainLetters(text + email));
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
  return wordsIn(inPlainLetters(parts.join(' ')));
}

const shortNumber = /^[0-9]{1,3}$/;
const wordEnd = ' ';

/** Words that were asked for. One with an end has to be found as it is, others as the beginning of a word. */
export function askedOfWorkItems(question: string): string[] {
  const text = inPlainLetters(question);
  const rest = text.replace(spacedNumber, (number) => (isLongNumber(number) ? ' ' : number));
  const words = wordsIn(rest).map((word) => (shortNumber.test(word) ? word + wordEnd : word));
  const numbers = numbersIn(text).map((digits) => digits.slice(-nationalDigits));
  return longest([...words, ...numbers]);
}

export function isFoundBy(asked: string, storedWord: string): boolean {
  return (storedWord + wordEnd).startsWith(asked);
}

/** The letters of a word that was asked for, and whether more may follow. */
export function partsOfAsked(asked: string): { letters: string; mayGoOn: boolean } {
  const mayGoOn = !asked.endsWith(wordEnd);
  return { letters: mayGoOn ? asked : asked.slice(0, -wordEnd.length), mayGoOn };
}

// Both are found by phone numbers.
export const askedOfCustomers = askedOfWorkItems;

export function askedOfAddresses(question: string): string[] {
  return longest(wordsIn(inPlainLetters(question)));
}

/** Each word once, and the longest where there are many: the others would narrow little and cost much. */
function longest(words: readonly string[]): string[] {
  const each = [...new Set(words)];
  if (each.length <= askedMax) return each;
  return each.toSorted((one, other) => other.length - one.length).slice(0, askedMax);
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

/** A number is found by its digits, with or without its country code or leading zero. */
function addNumberWords(words: string[], digits: string): void {
  if (digits === '') return;
  words.push(digits.slice(0, wordLengthMax));
  if (digits.length <= nationalDigits) return;
  const national = digits.slice(-nationalDigits);
  words.push(national, `0${national}`);
}
