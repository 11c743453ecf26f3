// The contact details that a lead brings and its known customer does not have.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import type { AddressLine } from '../addresses/address-line.ts';
import { postalCodeKeyOf } from '../addresses/address-keys.ts';
import { countryCodeOf } from '../addresses/country-code.ts';
import type { KnownCustomer } from '../customers/customer-directory.ts';
import { emailKeyOf, extensionOf, phoneKeyOf } from '../customers/match-keys.ts';
import { foldText } from '../fold-text.ts';

export interface OtherContact<Address extends AddressLine = AddressLine> {
  name?: string | undefined;
  companyName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  address?: Address | undefined;
}

/** Spelling does not count: case, accents, spaces, and the notation of a number. */
export function otherContact<Address extends AddressLine>(
  customer: KnownCustomer,
  lead: LeadSubmission,
  address: Address | null,
): OtherContact<Address> {
  const { companyName, email, phone } = lead;
  return {
    name: otherName(customer, lead),
    companyName: isSameText(companyName, customer.companyName) ? undefined : companyName,
    email: emailKeyOf(email) === customer.emailKey ? undefined : email,
    phone: phone !== undefined && isOtherPhone(phone, customer) ? phone : undefined,
    address: address && isOtherAddress(address, customer.address, lead) ? address : undefined,
  };
}

/** The lines under which search finds the lead; null without any. */
export function searchedContact({ name, companyName, email, phone }: OtherContact): string | null {
  const lines = [name, companyName, email, phone].filter((line) => line !== undefined);
  return lines.length > 0 ? lines.join('\n') : null;
}

function otherName(
  { name, firstName, lastName }: KnownCustomer,
  lead: LeadSubmission,
): string | undefined {
  const known = [name, `${firstName} ${lastName}`];
  const sent = lead.customerName;
  const names = known.some((one) => isSameText(sent, one)) ? [] : [sent];
  const fullName = fullNameOf(lead);
  // Usually the parts of the display name.
  const words = new Set(wordsIn([...known, sent].join(' ')));
  if (!wordsIn(fullName).every((word) => words.has(word))) names.push(fullName);
  return names.length > 0 ? names.join(', ') : undefined;
}

/** Every value that `name` of `otherContact` can have, for any customer. */
export function namesToRemark(lead: LeadSubmission): string[] {
  const fullName = fullNameOf(lead);
  const sent = lead.customerName;
  return fullName === '' ? [sent] : [sent, fullName, `${sent}, ${fullName}`];
}

function fullNameOf({ firstName, lastName }: LeadSubmission): string {
  return [firstName, lastName].filter((part) => part !== undefined).join(' ');
}

/** The same number with another extension reaches somebody else. */
function isOtherPhone(sent: string, { phone, secondaryPhone }: KnownCustomer): boolean {
  const extension = extensionOf(sent);
  return ![phone, secondaryPhone ?? ''].some(
    (known) =>
      phoneKeyOf(known) === phoneKeyOf(sent) &&
      (extension === '' || extensionOf(known) === extension),
  );
}

function isOtherAddress(
  sent: AddressLine,
  known: AddressLine | null | undefined,
  { country }: LeadSubmission,
): boolean {
  if (!known) return true;
  const differs = (one: string, other: string) => one !== '' && one !== other;
  const hasNumber = sent.streetNumber !== '' || sent.streetNumberAddition !== '';
  const isOtherHouse = differs(houseOf(sent), houseOf(known));
  const isOtherStreet = differs(lettersOf(sent.street), lettersOf(known.street));
  return (
    // Forms also send the house number in `street`.
    (isOtherHouse && (hasNumber || isOtherStreet)) ||
    differs(postalCodeKeyOf(sent.postalCode), postalCodeKeyOf(known.postalCode)) ||
    differs(lettersOf(sent.city), lettersOf(known.city)) ||
    (country !== undefined && countryKeyOf(country) !== countryKeyOf(known.country))
  );
}

function houseOf({ street, streetNumber, streetNumberAddition }: AddressLine): string {
  return lettersOf(street + streetNumber + streetNumberAddition);
}

function countryKeyOf(country: string): string {
  return countryCodeOf(country) ?? lettersOf(country);
}

function isSameText(sent: string | undefined, known: string): boolean {
  return sent === undefined || wordsIn(sent).join(' ') === wordsIn(known).join(' ');
}

function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{Letter}\p{Number}]+/gu, '');
}

function wordsIn(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}
