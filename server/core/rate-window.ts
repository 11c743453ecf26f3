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
    resetSeconds: Math.max(1, Math.ceil((window.startedAt + windowMs - now) / 1000)),
  };
}
