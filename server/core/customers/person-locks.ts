import type { LeadSubmission } from '#contract/lead-submission.ts';
import { emailKeyOf, type MatchKey, matchKeysOf, phoneKeyOf } from './customer-matching.ts';

/** Names to lock while a lead is made: leads with one of them in common may be of one person. */
export function personLocks(brandId: string, { email, phone }: LeadSubmission): string[] {
  return locksOfKeys(
    brandId,
    matchKeysOf({ emailKey: emailKeyOf(email), phoneKey: phoneKeyOf(phone) }),
  );
}

export function locksOfKeys(brandId: string, keys: readonly MatchKey[]): string[] {
  return keys.map(({ kind, key }) => `${lockNames[kind]} ${brandId} ${key}`);
}

const lockNames = { emailKey: 'email', phoneKey: 'phone' } as const;
