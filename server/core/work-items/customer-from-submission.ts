// The customer of a lead as it was submitted, for a lead that was matched with the wrong customer.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { emailKeyOf, type MatchKey, matchKeysOf, phoneKeyOf } from '../customers/match-keys.ts';
import type { CustomerRecord } from '../records.ts';

export function keysOfSubmission({ email, phone }: LeadSubmission): MatchKey[] {
  return matchKeysOf({ emailKey: emailKeyOf(email), phoneKey: phoneKeyOf(phone) });
}

const submittedFields = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'companyName',
] as const satisfies (keyof CustomerRecord)[];

/** Whether the customer has the submitted details and no others. */
export function isAsSubmitted(customer: CustomerRecord, submitted: CustomerRecord): boolean {
  return submittedFields.every((field) => customer[field] === submitted[field]);
}
