// What a lead says about its submission after it has moved to another customer: the remarks in its
// notes and the contact details by which search finds it. Only sentences that the intake itself would
// have written for this submission are removed, so words of the sender or of a member stay.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { type AddressLine, addressLine } from '../addresses/address-line.ts';
import { CustomerDirectory, type KnownCustomer } from '../customers/customer-directory.ts';
import { phoneKeyOf } from '../customers/match-keys.ts';
import type { Changes } from '../event.ts';
import type { WorkItemRecord } from '../records.ts';
import { remarksIn } from './lead-remarks.ts';
import type { LeadIntake } from './new-records.ts';
import { namesToRemark, otherContact, searchedContact } from './other-contact.ts';
import { remarksOn } from './plan-lead-intake.ts';
import { replaceRemarks } from './replace-remarks.ts';

interface Move {
  intake: LeadIntake;
  /** The submitted one. */
  address: AddressLine | null;
  /** The new customer. */
  customer: KnownCustomer;
  /** Customers that the lead could match. */
  known: readonly KnownCustomer[];
}

export function remarksAfterMove(
  { notes }: Pick<WorkItemRecord, 'notes'>,
  { intake, address, customer, known }: Move,
): Pick<WorkItemRecord, 'notes' | 'otherContact'> {
  const { lead } = intake;
  const other = otherContact(customer, lead, address);
  const phoneOwner = other.phone === undefined ? undefined : otherOwner(intake, customer, known);
  const remarks = remarksOn(intake, { fillIn: null, other, phoneOwner });
  return {
    notes: replaceRemarks(notes ?? '', {
      submitted: lead.notes ?? '',
      patterns: patternsOfRemarks(lead, address),
      remarks,
    }),
    otherContact: searchedContact(other),
  };
}

/**
 * The notes of before the item left this customer; undefined if it did not leave from there last, or the
 * notes were changed since. `history` is oldest first.
 */
export function notesBeforeMove(
  { notes }: Pick<WorkItemRecord, 'notes'>,
  customerId: string,
  history: readonly Changes[],
): string | null | undefined {
  const left = history.findLast((changes) => changes['customerId']);
  if (left?.['customerId']!.before !== customerId) return undefined;
  const change = left['notes'];
  return change && change.after === notes ? (change.before as string | null) : undefined;
}

/** The customer, other than this one, whom a new lead would find by the phone number. */
function otherOwner(
  { brandId, lead }: LeadIntake,
  { id }: KnownCustomer,
  known: readonly KnownCustomer[],
): KnownCustomer | undefined {
  const phoneKey = phoneKeyOf(lead.phone);
  const directory = new CustomerDirectory([]);
  const entries = known.map((customer) => directory.add(customer));
  const self = entries.find((entry) => entry.id === id);
  if (self && directory.isKnownBy(self, 'phoneKey', phoneKey)) return undefined;
  return directory.oldest(brandId, 'phoneKey', phoneKey);
}

/** Regular expressions for the sentences that an intake can write about the lead, in each language. */
function patternsOfRemarks(lead: LeadSubmission, address: AddressLine | null): string[] {
  const { companyName, email, phone } = lead;
  const texts: string[] = [];
  const patterns: string[] = [];
  for (const say of Object.values(remarksIn)) {
    texts.push(...namesToRemark(lead).map((name) => say.otherName(name)));
    if (companyName !== undefined) texts.push(say.otherCompany(companyName));
    if (email !== undefined) texts.push(say.otherEmail(email));
    if (phone !== undefined) {
      texts.push(say.otherPhone(phone), say.addedPhone(phone));
      const [before, after] = say.phoneOfAnother(phone, '\0').split('\0') as [string, string];
      patterns.push(`${RegExp.escape(before)}[0-9a-f-]{36}${RegExp.escape(after)}`);
    }
    if (address) {
      // The line had the country unless it was the brand's, which may have changed since.
      const lines = [addressLine(address, address.country), addressLine(address, '')];
      texts.push(say.addedAddress, ...lines.map((line) => say.otherAddress(line)));
    }
  }
  // A longer sentence may begin with a shorter one.
  texts.sort((one, other) => other.length - one.length);
  return [...texts.map((text) => RegExp.escape(text)), ...patterns];
}
