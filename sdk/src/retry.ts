// Whether a call is made again, and when. No clock and no chance of its own.

/**
 * When a call may be sent a second time:
 * `freely`: doing it twice is like doing it once;
 * `with-key`: the same, because of the Idempotency-Key that goes with it;
 * `if-refused`: only when it was certainly not done.
 */
export type Repeat = 'freely' | 'with-key' | 'if-refused';

export interface RetryPolicy {
  /** Attempts after the first one. */
  retriesMax: number;
  /** The first wait is at most this long; each one after it may be twice as long. */
  retryBaseMs: number;
  /** No single wait is longer. Who is asked to wait longer gives up at once. */
  retryWaitMsMax: number;
}

interface Failure {
  /** Null when no answer came. */
  status: number | null;
  retryAfterMs: number | null;
}

/** How long to wait before the next attempt; null when there is none. */
export function waitBeforeRetry(
  failure: Failure,
  call: { repeat: Repeat; retriesDone: number },
  policy: RetryPolicy,
  /** From 0 up to 1. */
  chance: number,
): number | null {
  if (call.retriesDone >= policy.retriesMax || !mayRepeat(failure, call.repeat)) return null;
  const askedMs = failure.retryAfterMs ?? 0;
  if (askedMs > policy.retryWaitMsMax) return null;
  // Full jitter: clients that failed together do not come back together.
  const ownMs = chance * policy.retryBaseMs * 2 ** call.retriesDone;
  return Math.min(askedMs + ownMs, policy.retryWaitMsMax);
}

function mayRepeat({ status, retryAfterMs }: Failure, repeat: Repeat): boolean {
  // Too many requests: turned away before anything was done.
  if (status === 429) return true;
  if (repeat === 'if-refused') return false;
  // The first call with this key is still under way; other conflicts name no time.
  if (status === 409) return repeat === 'with-key' && retryAfterMs !== null;
  return status === null || isOpen(status);
}

/** Answers that leave open whether it was done. */
function isOpen(status: number): boolean {
  return status >= 500 || status === 408;
}

/** Of a `Retry-After`: a number of seconds or a date. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}
