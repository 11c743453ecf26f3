// When a job that failed is retried: the schedule of each kind of job, and the two rules that read them.

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const jitterShare = 0.1;

// A delay for each retry; after the last one the job gives up.
export const photoRetryMs: readonly number[] = [2 * second, 30 * second, 5 * minute];
export const webhookRetryMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];
export const ownerMailRetryMs: readonly number[] = [minute, 10 * minute, hour, 10 * hour];

interface Backoff {
  firstMs: number;
  maxMs: number;
}

// These jobs never give up.
export const assetRemovalBackoff: Backoff = { firstMs: second, maxMs: hour };
// A reader is in the way. Litestream reads all the time, so the maximum is not short.
export const purgeBackoff: Backoff = { firstMs: 500, maxMs: 30 * second };

/** The delay after that many failures, or null to give up. `chance` is from 0 to 1. */
export function retryDelay(
  delaysMs: readonly number[],
  failures: number,
  chance: number,
): number | null {
  const delayMs = delaysMs[failures - 1];
  return delayMs === undefined ? null : withJitter(delayMs, chance);
}

/** Exponential backoff: the delay doubles with each failure, up to the maximum. */
export function backoffDelay(
  { firstMs, maxMs }: Backoff,
  failures: number,
  chance: number,
): number {
  return withJitter(Math.min(firstMs * 2 ** (failures - 1), maxMs), chance);
}

/** A host that comes back does not get all retries at the same moment. */
function withJitter(delayMs: number, chance: number): number {
  return Math.round(delayMs * (1 + jitterShare * chance));
}
