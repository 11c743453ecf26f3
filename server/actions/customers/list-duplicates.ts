import type { Customer } from '#contract/customer.ts';
import {
  type DuplicateCandidate,
  type DuplicateReason,
  findDuplicates,
} from '#core/customers/find-duplicates.ts';
import { isIdentifying } from '#core/customers/match-keys.ts';
import { presentCustomer } from '#core/present.ts';
import { findCustomers } from '#db/customers/customers.ts';
import { findDistinctPairs } from '#db/intakes/doubts.ts';
import type { Database } from '#db/database.ts';
import {
  findCandidatesByPhone,
  findCandidatesByPostalCode,
  findNewestCandidates,
} from '#db/customers/duplicate-candidates.ts';

interface Duplicates {
  customers: [Customer, Customer];
  reason: DuplicateReason;
}

// Bounds the work for brands with many customers: an old customer was a candidate when they were new.
const newestMax = 1_000;
const keysAtOnce = 100;
const sharingAtOnceMax = 1_000;
const pairsMax = 100;

/** Pairs of customers who may be the same person, the older one first. */
export async function listDuplicates(
  db: Database,
  { brandId }: { brandId: string },
): Promise<Duplicates[]> {
  const newest = await findNewestCandidates(db, brandId, newestMax);
  const candidates = new Map(newest.map((one) => [one.id, one]));
  const add = (found: readonly DuplicateCandidate[]) => {
    for (const one of found) candidates.set(one.id, one);
  };
  const most = sharingAtOnceMax;
  const phones = newest.flatMap(({ phoneKey }) => phoneKey ?? []).filter(isIdentifying);
  for (const phoneKeys of chunksOf(phones)) {
    add(await findCandidatesByPhone(db, { brandId, phoneKeys, most }));
  }
  for (const postalCodeKeys of chunksOf(newest.map(({ postalCodeKey }) => postalCodeKey))) {
    add(await findCandidatesByPostalCode(db, { brandId, postalCodeKeys, most }));
  }
  const distinct = await findDistinctPairs(db, brandId);
  const pairs = findDuplicates([...candidates.values()], pairsMax, distinct);
  const customers = await findCustomers(db, brandId, [...new Set(pairs.flatMap(({ ids }) => ids))]);
  const customerOf = new Map(customers.map((customer) => [customer.id, presentCustomer(customer)]));
  return pairs.map(({ ids: [older, newer], reason }) => ({
    customers: [customerOf.get(older)!, customerOf.get(newer)!],
    reason,
  }));
}

/** The distinct keys, in chunks. */
function chunksOf(keys: readonly (string | null)[]): string[][] {
  const known = [...new Set(keys)].filter((key) => key !== null && key !== '') as string[];
  return Array.from({ length: Math.ceil(known.length / keysAtOnce) }, (_, piece) =>
    known.slice(piece * keysAtOnce, (piece + 1) * keysAtOnce),
  );
}
