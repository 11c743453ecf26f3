// The job of an erasure: the person's records, and the progress.
import type { Author } from '../author.ts';
import type { NewJob } from '../job.ts';
import type { Person } from '../customers/person.ts';
import { nilUuid } from '../uuid-v7.ts';

export interface Erasure {
  /** The customer, and all customers merged into it. */
  customerIds: string[];
  /** Identifies the person in texts. The records are already erased by then. */
  person: Person;
  /** Emptied addresses without references. */
  addressIds: string[];
  /** Customers that were temporarily merged with the person, and since when. */
  partners: { id: string; since: number }[];
  author: Author;
  erasedAt: number;
  step: ErasureStep;
  /** The last record processed in this step. */
  after: string;
}

// The request log and webhook attempts are written after the fact, so a last scan covers late rows. An
// attempt reads its event up to a second early, takes at most 15 seconds, then waits up to a minute for
// the database.
export const stragglersAfterMs = 2 * 60_000;
export const stragglersSinceMs = 5 * 60_000;

const steps = [
  'workItems',
  'formerItems',
  'otherContacts',
  'requests',
  'intakes',
  'stragglers',
  'lateIntakes',
] as const;
type ErasureStep = (typeof steps)[number];

export const firstStep: Pick<Erasure, 'step' | 'after'> = { step: steps[0], after: nilUuid };

/** Null after the last step. */
export function nextStep(erasure: Erasure): Erasure | null {
  const step = steps[steps.indexOf(erasure.step) + 1];
  return step ? { ...erasure, step, after: nilUuid } : null;
}

interface JobFields {
  brandId: string;
  id: string;
  now: number;
  dueAt: number;
}

export function erasureJob(erasure: Erasure, { brandId, id, now, dueAt }: JobFields): NewJob {
  const [subject] = erasure.customerIds as [string];
  const payload = JSON.stringify(erasure);
  const lane = `erase ${brandId}`;
  return { brandId, id, kind: 'eraseCustomer', subject, lane, payload, dueAt, createdAt: now };
}

export function readErasureJob(payload: string): Erasure {
  return JSON.parse(payload) as Erasure;
}

/** Removes the files of erased photos. */
export function assetRemovalJob(
  assetIds: readonly string[],
  { brandId, id, now, dueAt }: JobFields,
): NewJob {
  const [subject] = assetIds as [string, ...string[]];
  const payload = JSON.stringify(assetIds);
  const lane = `remove ${brandId}`;
  return { brandId, id, kind: 'removeAssets', subject, lane, payload, dueAt, createdAt: now };
}

export function readAssetRemovalJob(payload: string): string[] {
  return JSON.parse(payload) as string[];
}

/** Purges deleted rows from the database files. */
export function purgeJob({ brandId, id, now, dueAt }: JobFields): NewJob {
  const about = { brandId, id, kind: 'purgeDeleted' as const, subject: brandId };
  return { ...about, lane: 'purgeDeleted', payload: '{}', dueAt, createdAt: now };
}
