// Decides whether and when a call is retried. Pure: no clock and no randomness.

/**
 * When a call may be retried:
 * `freely`: it is idempotent;
 * `with-key`: its Idempotency-Key makes it idempotent;
 * `if-refused`: only when it was certainly not processed.
 */
export type Repeat = 'freely' | 'with-key' | 'if-refused';

export interface RetryPolicy {
  /** Retries after the first attempt. */
  retriesMax: number;
  /** Upper bound of the first delay; it doubles with each retry. */
  retryBaseMs: number;
  /** Upper bound of each delay. A longer `Retry-After` fails immediately. */
  retryWaitMsMax: number;
}

interface Failure {
  /** Null without a response. */
  status: number | null;
  retryAfterMs: number | null;
}

/** Returns the delay before the next attempt; null when there is none. */
export function waitBeforeRetry(
  failure: Failure,
  call: { repeat: Repeat; retriesDone: number },
  policy: RetryPolicy,
  /** From 0 up to 1. */
  random: number,
): number | null {
  if (call.retriesDone >= policy.retriesMax || !mayRepeat(failure, call.repeat)) return null;
  const askedMs = failure.retryAfterMs ?? 0;
  if (askedMs > policy.retryWaitMsMax) return null;
  // Full jitter: clients that failed together do not retry together.
  const ownMs = random * policy.retryBaseMs * 2 ** call.retriesDone;
  return Math.min(askedMs + ownMs, policy.retryWaitMsMax);
}

function mayRepeat({ status, retryAfterMs }: Failure, repeat: Repeat): boolean {
  // Too many requests: refused before anything was processed.
  if (status === 429) return true;
  if (repeat === 'if-refused') return false;
  // The first call with this key is still pending; other conflicts have no Retry-After.
  if (status === 409) return repeat === 'with-key' && retryAfterMs !== null;
  return status === null || isUncertain(status);
}

/** Responses that leave open whether the call was processed. */
function isUncertain(status: number): boolean {
  return status >= 500 || status === 408;
}

/** Parses `Retry-After`: a number of seconds or a date. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
