// An erasure under way: which records are of the person, and how far it has come.
import type { Author } from '../author.ts';
import type { NewJob } from '../job.ts';
import type { Person } from '../customers/person.ts';
import { nilUuid } from '../uuid-v7.ts';

export interface Erasure {
  /** The customer, and all who were merged into it. */
  customerIds: string[];
  /** By whom it is recognised in what others wrote. Their records have forgotten it by now. */
  person: Person;
  /** Emptied addresses that nothing refers to any more. */
  addressIds: string[];
  /** Customers who were merged with the person for a while, and since when. */
  partners: { id: string; since: number }[];
  author: Author;
  erasedAt: number;
  step: ErasureStep;
  /** The last record of the step that was done. */
  after: string;
}

// A request is written down a little after its answer, and an event that was being sent to a webhook when it
// is over: what comes so late is looked for once more. An attempt was read a second before it was sent, takes 15
// seconds at most, and then waits for the database for a minute.
export const stragglersAfterMs = 2 * 60_000;
export const stragglersSinceMs = 5 * 60_000;

/** In this order. */
const steps = ['workItems', 'requests', 'stragglers'] as const;
type ErasureStep = (typeof steps)[number];

export const firstStep: Pick<Erasure, 'step' | 'after'> = { step: steps[0], after: nilUuid };

/** Null behind the last one. */
export function nextStep(erasure: Erasure): Erasure | null {
  const step = steps[steps.indexOf(erasure.step) + 1];
  return step ? { ...erasure, step, after: nilUuid } : null;
}

interface Made {
  brandId: string;
  id: string;
  now: number;
  dueAt: number;
}

export function erasureJob(erasure: Erasure, { brandId, id, now, dueAt }: Made): NewJob {
  const [subject] = erasure.customerIds as [string];
  const payload = JSON.stringify(erasure);
  const lane = `erase ${brandId}`;
  return { brandId, id, kind: 'eraseCustomer', subject, lane, payload, dueAt, createdAt: now };
}

export function readErasureJob(payload: string): Erasure {
  return JSON.parse(payload) as Erasure;
}

/** Pictures that nobody may refer to any more. */
export function assetRemovalJob(
  assetIds: readonly string[],
  { brandId, id, now, dueAt }: Made,
): NewJob {
  const [subject] = assetIds as [string, ...string[]];
  const payload = JSON.stringify(assetIds);
  const lane = `remove ${brandId}`;
  return { brandId, id, kind: 'removeAssets', subject, lane, payload, dueAt, createdAt: now };
}

export function readAssetRemovalJob(payload: string): string[] {
  return JSON.parse(payload) as string[];
}

/** What was deleted is to leave the files of the database too. */
export function purgeJob({ brandId, id, now, dueAt }: Made): NewJob {
  const about = { brandId, id, kind: 'purgeDeleted' as const, subject: brandId };
  return { ...about, lane: 'purgeDeleted', payload: '{}', dueAt, createdAt: now };
}
