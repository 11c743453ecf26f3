// By what a person is recognised in a text that somebody wrote.
import { emailKeyOf, phoneKeyOf } from './customer-matching.ts';
import type { CustomerRecord } from './records.ts';

export interface Person {
  /** In small letters. */
  names: string[];
  emailKeys: string[];
  phoneKeys: string[];
}

/** The records are all of one person. */
export function personOf(customers: readonly CustomerRecord[]): Person {
  const names = customers.flatMap(({ name, firstName, lastName, companyName }) => [
    name,
    `${firstName} ${lastName}`,
    companyName,
  ]);
  const phones = customers.flatMap(({ phone, secondaryPhone }) => [phone, secondaryPhone ?? '']);
  return {
    names: distinct(names.map(inOneForm)),
    emailKeys: distinct(customers.map(({ email }) => emailKeyOf(email) ?? '')),
    phoneKeys: distinct(phones.map((phone) => phoneKeyOf(phone) ?? '')),
  };
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function inOneForm(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** Whether the text has their e-mail address or phone number: nobody else has those. */
export function reachesPerson(text: string, { emailKeys, phoneKeys }: Person): boolean {
  return partsOf(text).some(
    (part) =>
      emailKeys.some((key) => hasEmail(part.toLowerCase(), key)) ||
      phoneKeysIn(part).some((key) => phoneKeys.includes(key)),
  );
}

/** The same, or their name, which others may have too. */
export function mentionsPerson(text: string, person: Person): boolean {
  return (
    reachesPerson(text, person) || partsOf(text).some((part) => hasName(inOneForm(part), person))
  );
}

// A name of one word is found only where nothing else stands: as a part of a sentence it may be anything.
function hasName(part: string, { names }: Person): boolean {
  return names.some(
    (name) =>
      part === name ||
      (name.includes(' ') && stands(part, name, /[\p{L}\p{N}]$/u, /^[\p{L}\p{N}]/u)),
  );
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

function phoneKeysIn(text: string): string[] {
  const numbers = text.match(/[0-9][0-9 ().\-/]*/g) ?? [];
  return numbers.map(phoneKeyOf).filter((key) => key !== null);
}

/** The values of JSON, each by itself; of anything else the text as it is, and as it is meant in an address. */
function partsOf(text: string): string[] {
  if (!/^\s*[[{]/.test(text)) return [text, decoded(text)];
  try {
    const parts: string[] = [];
    JSON.parse(text, (_name, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') parts.push(String(value));
      return value;
    });
    return parts;
  } catch {
    return [text];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
