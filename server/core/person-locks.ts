import type { LeadSubmission } from '#contract/lead-submission.ts';
import { emailKeyOf, phoneKeyOf } from './customer-matching.ts';

/** Names to lock while a lead is made: leads with one of them in common may be of one person. */
export function personLocks(brandId: string, lead: LeadSubmission): string[] {
  const email = emailKeyOf(lead.email);
  const phone = phoneKeyOf(lead.phone);
  return [
    ...(email === null ? [] : [`email ${brandId} ${email}`]),
    ...(phone === null ? [] : [`phone ${brandId} ${phone}`]),
  ];
}
