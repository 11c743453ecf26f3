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

export function takeFromWindow(
  window: RateWindow | undefined,
  now: number,
  limit: number,
  windowMs: number,
): RateDecision {
  const isOver = !window || now - window.startedAt >= windowMs || now < window.startedAt;
  const current = isOver ? { startedAt: now, taken: 0 } : window;
  const isAllowed = current.taken < limit;
  const taken = isAllowed ? current.taken + 1 : current.taken;
  return {
    window: { startedAt: current.startedAt, taken },
    isAllowed,
    remaining: limit - taken,
    resetSeconds: Math.max(1, Math.ceil((current.startedAt + windowMs - now) / 1000)),
  };
}
