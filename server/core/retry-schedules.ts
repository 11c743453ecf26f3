// When a job that failed is retried: the schedule of each kind of job, and the two rules that read them.

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const jitterShare = 0.1;

// A delay for each retry; after the last one the job gives up. PHOTO_RETRY_MS, WEBHOOK_RETRY_MS and
// PUSH_RETRY_MS replace those of photos, webhooks and notifications.
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
// The customer can still use it the next morning.
export const customerMailRetryMs: readonly number[] = [
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  10 * hour,
];

export const pushRetryMs: readonly number[] = [
  2 * second,
  10 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
];

interface Backoff {
  firstMs: number;
  maxMs: number;
}

// These jobs never give up.
export const assetRemovalBackoff: Backoff = { firstMs: second, maxMs: hour };
// Open readers block the purge. Litestream keeps one open most of the time, so the maximum is not short.
export const purgeBackoff: Backoff = { firstMs: 500, maxMs: 30 * second };

/** The delay after that many failures, or null to give up. `random` is from 0 to 1. */
export function retryDelay(
  delaysMs: readonly number[],
  failures: number,
  random: number,
): number | null {
  const delayMs = delaysMs[failures - 1];
  return delayMs === undefined ? null : withJitter(delayMs, random);
}

/** What a Retry-After header asks for (RFC 9110): seconds or a date, at most an hour. 0 without one. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0;
  const askedMs = /^\d+$/.test(header) ? Number(header) * second : Date.parse(header) - nowMs;
  return Math.min(Math.max(askedMs || 0, 0), hour);
}

/** Exponential backoff: the delay doubles with each failure, up to the maximum. */
export function backoffDelay(
  { firstMs, maxMs }: Backoff,
  failures: number,
  random: number,
): number {
  return withJitter(Math.min(firstMs * 2 ** (failures - 1), maxMs), random);
}

/** Spreads retries, so that a recovering host does not get all of them at the same time. */
function withJitter(delayMs: number, random: number): number {
  return Math.round(delayMs * (1 + jitterShare * random));
}
