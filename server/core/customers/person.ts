// Recognises a person in free text or in another record.
import { asciiDigits } from '#contract/phone-number.ts';
import { digitsOf, emailKeyOf, isIdentifying, phoneKeyOf } from './match-keys.ts';
import { hasEscapes, valuesIn } from './text-values.ts';

export interface Person {
  /** Lower case. */
  names: string[];
  emailKeys: string[];
  phoneKeys: string[];
}

/** The identifying fields of a record or a submission. */
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

/** Combines records of one person. */
export function personOf(records: readonly Traits[]): Person {
  const names = records.flatMap(({ name, customerName, firstName, lastName, companyName }) => [
    textOf(name),
    textOf(customerName),
    `${textOf(firstName)} ${textOf(lastName)}`,
    textOf(companyName),
  ]);
  const phones = records.flatMap(({ phone, secondaryPhone }) => [phone, secondaryPhone]);
  return {
    names: distinct(names.map(normalized)),
    emailKeys: distinct(records.map(({ email }) => emailKeyOf(textOf(email)) ?? '')),
    phoneKeys: distinct(phones.map((phone) => phoneKeyOf(textOf(phone)) ?? '')).filter(
      isIdentifying,
    ),
  };
}

// A "person" with more names is a portal that sends its own phone number with every lead.
const namesMax = 100;

export function joinPersons(one: Person, other: Person): Person {
  return {
    names: distinct([...one.names, ...other.names]).slice(0, namesMax),
    emailKeys: distinct([...one.emailKeys, ...other.emailKeys]),
    phoneKeys: distinct([...one.phoneKeys, ...other.phoneKeys]),
  };
}

/** The person without what the other one is known by too. */
export function exceptPerson(one: Person, other: Person): Person {
  return {
    names: one.names.filter((name) => !other.names.includes(name)),
    emailKeys: one.emailKeys.filter((key) => !other.emailKeys.includes(key)),
    phoneKeys: one.phoneKeys.filter((key) => !other.phoneKeys.includes(key)),
  };
}

export function sharesName(one: Person, other: Person): boolean {
  return one.names.some((name) => other.names.includes(name));
}

/** Whether both share an e-mail address or phone number, which identify a person. */
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

function normalized(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** Whether the text contains the person's e-mail address or phone number, which identify them. */
export function reachesPerson(text: string, person: Person): boolean {
  if (isReachedBy(text, person)) return true;
  return (
    hasEscapes(text) &&
    valuesIn(text)
      .flat()
      .some((value) => isReachedBy(value, person))
  );
}

/** Whether the text contains contact details or a name, which others may share. */
export function mentionsPerson(text: string, person: Person): boolean {
  if (reachesPerson(text, person)) return true;
  // Only text with all words of a name is split into values.
  const lowerCase = text.toLowerCase();
  const names = hasEscapes(text)
    ? person.names
    : person.names.filter((name) => name.split(' ').every((word) => lowerCase.includes(word)));
  return names.length > 0 && valuesIn(text).some((group) => hasName(group.map(normalized), names));
}

function isReachedBy(text: string, { emailKeys, phoneKeys }: Person): boolean {
  const lowerCase = text.toLowerCase();
  return (
    emailKeys.some((key) => hasEmail(lowerCase, key)) ||
    (phoneKeys.length > 0 && hasPhone(text, phoneKeys))
  );
}

// A single-word name must be the whole value: within a sentence it may be any word.
function hasName(group: readonly string[], names: readonly string[]): boolean {
  const values = new Set(group);
  return names.some(
    (name) =>
      values.has(name) ||
      hasNameParts(values, name) ||
      (name.includes(' ') &&
        group.some((value) => hasWhole(value, name, /[\p{L}\p{N}]$/u, /^[\p{L}\p{N}]/u))),
  );
}

/** Whether first and last name are separate values of one group. */
function hasNameParts(values: ReadonlySet<string>, name: string): boolean {
  for (let at = name.indexOf(' '); at !== -1; at = name.indexOf(' ', at + 1)) {
    if (values.has(name.slice(0, at)) && values.has(name.slice(at + 1))) return true;
  }
  return false;
}

function hasEmail(text: string, emailKey: string): boolean {
  return hasWhole(text, emailKey, /[\p{L}\p{N}.%+_-]$/u, /^[\p{L}\p{N}-]|^\.[\p{L}\p{N}]/u);
}

/** Whether the text contains `wanted`, not just within a longer word. */
function hasWhole(
  text: string,
  wanted: string,
  isMoreBefore: RegExp,
  isMoreAfter: RegExp,
): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isWhole =
      !isMoreBefore.test(text.slice(Math.max(0, at - 2), at)) &&
      !isMoreAfter.test(text.slice(end, end + 4));
    if (isWhole) return true;
  }
  return false;
}

// Adjacent numbers in a sentence look like one, so the key may be anywhere in the digits.
function hasPhone(text: string, phoneKeys: readonly string[]): boolean {
  const runs = asciiDigits(text).match(/[0-9][0-9 ().\-/]*/g) ?? [];
  return runs.some((run) => {
    const digits = digitsOf(run);
    return phoneKeys.some((key) => digits.includes(key));
  });
}
