// A fixed window: so many requests from the first one on, then a fresh start.

export interface RateWindow {
  startedAt: number;
  taken: number;
}

export interface RateDecision {
  window: RateWindow;
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** Begins the names of windows that last longer than the others, up to this long. */
export const longWindowMark = 'long ';
export const longWindowMsMax = 60 * 60 * 1000;

/** Counts one more request; what is over the limit is counted once. */
export function takeFromWindow(
  window: RateWindow | undefined,
  now: number,
  limit: number,
  windowMs: number,
): RateDecision {
  const isOver = !window || now - window.startedAt >= windowMs || now < window.startedAt;
  const current = isOver ? { startedAt: now, taken: 0 } : window;
  const taken = Math.min(current.taken + 1, limit + 1);
  return decisionFor({ startedAt: current.startedAt, taken }, now, limit, windowMs);
}

/** About the request that was counted last. */
export function decisionFor(
  window: RateWindow,
  now: number,
  limit: number,
  windowMs: number,
): RateDecision {
  return {
    window,
    isAllowed: window.taken <= limit,
    remaining: Math.max(0, limit - window.taken),
    // Never more than a whole one, whatever a clock says.
    resetSeconds: Math.max(
      1,
      Math.ceil(Math.min(windowMs, window.startedAt + windowMs - now) / 1000),
    ),
  };
}
