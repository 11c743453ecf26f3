// By what a person is recognised, in a text that somebody wrote or in another record.
import { digitsOf, emailKeyOf, phoneKeyOf } from './customer-matching.ts';
import { hasEscapes, valuesIn } from '../erasure/written-text.ts';

export interface Person {
  /** In small letters. */
  names: string[];
  emailKeys: string[];
  phoneKeys: string[];
}

/** What a record, or what was sent to make one, says of who it is. */
export interface Traits {
  name?: unknown;
  customerName?: unknown;
  firstName?: unknown;
  lastName?: unknown;
  companyName?: unknown;
  email?: unknown;
  phone?: unknown;
  secondaryPhone?: unknown;
}

/** All are of one person. */
export function personOf(records: readonly Traits[]): Person {
  const names = records.flatMap(({ name, customerName, firstName, lastName, companyName }) => [
    textOf(name),
    textOf(customerName),
    `${textOf(firstName)} ${textOf(lastName)}`,
    textOf(companyName),
  ]);
  const phones = records.flatMap(({ phone, secondaryPhone }) => [phone, secondaryPhone]);
  return {
    names: distinct(names.map(inOneForm)),
    emailKeys: distinct(records.map(({ email }) => emailKeyOf(textOf(email)) ?? '')),
    phoneKeys: distinct(phones.map((phone) => phoneKeyOf(textOf(phone)) ?? '')),
  };
}

// Who has more is a portal that sends its own number for everybody.
const namesMax = 100;

export function joinPersons(one: Person, other: Person): Person {
  return {
    names: distinct([...one.names, ...other.names]).slice(0, namesMax),
    emailKeys: distinct([...one.emailKeys, ...other.emailKeys]),
    phoneKeys: distinct([...one.phoneKeys, ...other.phoneKeys]),
  };
}

/** Whether both have one e-mail address or phone number: nobody else has those. */
export function sharesKey(one: Person, other: Person): boolean {
  return (
    one.emailKeys.some((key) => other.emailKeys.includes(key)) ||
    one.phoneKeys.some((key) => other.phoneKeys.includes(key))
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function inOneForm(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** Whether the text has their e-mail address or phone number: nobody else has those. */
export function reachesPerson(text: string, person: Person): boolean {
  if (isReachedBy(text, person)) return true;
  return (
    hasEscapes(text) &&
    valuesIn(text)
      .flat()
      .some((value) => isReachedBy(value, person))
  );
}

/** The same, or their name, which others may have too. */
export function mentionsPerson(text: string, person: Person): boolean {
  if (reachesPerson(text, person)) return true;
  // A text is cut into values only when it has the words of a name.
  const small = text.toLowerCase();
  const names = hasEscapes(text)
    ? person.names
    : person.names.filter((name) => name.split(' ').every((word) => small.includes(word)));
  return names.length > 0 && valuesIn(text).some((group) => hasName(group.map(inOneForm), names));
}

function isReachedBy(text: string, { emailKeys, phoneKeys }: Person): boolean {
  const small = text.toLowerCase();
  return (
    emailKeys.some((key) => hasEmail(small, key)) ||
    (phoneKeys.length > 0 && hasPhone(text, phoneKeys))
  );
}

// A name of one word is found only where nothing else stands: as a part of a sentence it may be anything.
function hasName(group: readonly string[], names: readonly string[]): boolean {
  const values = new Set(group);
  return names.some(
    (name) =>
      values.has(name) ||
      hasHalves(values, name) ||
      (name.includes(' ') &&
        group.some((value) => stands(value, name, /[\p{L}\p{N}]$/u, /^[\p{L}\p{N}]/u))),
  );
}

/** First and last name, side by side. */
function hasHalves(values: ReadonlySet<string>, name: string): boolean {
  for (let at = name.indexOf(' '); at !== -1; at = name.indexOf(' ', at + 1)) {
    if (values.has(name.slice(0, at)) && values.has(name.slice(at + 1))) return true;
  }
  return false;
}

function hasEmail(text: string, emailKey: string): boolean {
  return stands(text, emailKey, /[\p{L}\p{N}.%+_-]$/u, /^[\p{L}\p{N}-]|^\.[\p{L}\p{N}]/u);
}

/** Whether the text has it, and not only as a part of something longer. */
function stands(text: string, wanted: string, isMoreBefore: RegExp, isMoreAfter: RegExp): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isWhole =
      !isMoreBefore.test(text.slice(Math.max(0, at - 2), at)) &&
      !isMoreAfter.test(text.slice(end, end + 4));
    if (isWhole) return true;
  }
  return false;
}

// Numbers that follow each other in a sentence look like one.
function hasPhone(text: string, phoneKeys: readonly string[]): boolean {
  const runs = text.match(/[0-9][0-9 ().\-/]*/g) ?? [];
  return runs.some((run) => {
    const digits = digitsOf(run);
    return phoneKeys.some((key) => digits.includes(key));
  });
}
