import type { LeadSubmission } from '#contract/lead-submission.ts';
import { emailKeyOf, type MatchKey, matchKeysOf, phoneKeyOf } from './match-keys.ts';

/** The locks to hold while creating a lead: leads that share one may be from the same person. */
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
