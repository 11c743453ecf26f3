// The keys by which a submission is matched with a customer.
import { asciiDigits, splitPhone } from '#contract/phone-number.ts';
import { cleanEmail } from '../reading/clean-text.ts';

const phoneKeyDigits = 9;
const identifyingDigitsMin = 6;

export function emailKeyOf(email: string | undefined): string | null {
  return (email && cleanEmail(email).toLowerCase()) || null;
}

export function phoneKeyOf(phone: string | undefined): string | null {
  return phoneDigitsOf(phone ?? '').slice(-phoneKeyDigits) || null;
}

/** The digits of a phone number, without its extension. */
export function phoneDigitsOf(phone: string): string {
  return digitsOf(splitPhone(phone)[0]);
}

/** The digits of an extension; empty without one. */
export function extensionOf(phone: string): string {
  return digitsOf(splitPhone(phone)[1]);
}

export function digitsOf(text: string): string {
  return asciiDigits(text).replace(/[^0-9]/g, '');
}

/**
 * Whether the key tells one person from another. Fewer digits are also house numbers and prices, and
 * forms are filled with zeros.
 */
export function isIdentifying(phoneKey: string): boolean {
  return phoneKey.length >= identifyingDigitsMin && !/^([0-9])\1*$/.test(phoneKey);
}

export interface MatchKey {
  kind: 'emailKey' | 'phoneKey';
  key: string;
}

export function matchKeysOf({
  emailKey,
  phoneKey,
}: {
  emailKey: string | null;
  phoneKey: string | null;
}): MatchKey[] {
  return [
    ...(emailKey === null ? [] : [{ kind: 'emailKey' as const, key: emailKey }]),
    ...(phoneKey === null ? [] : [{ kind: 'phoneKey' as const, key: phoneKey }]),
  ];
}
