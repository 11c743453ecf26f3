// A fixed window: so many requests from the first one on, then a fresh start.

export interface RateWindow {
  startedAt: number;
  taken: number;
}

export interface RateDecision {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** Requests that a server may let through before it asks again, and what is left for all servers then. */
export interface RateShare {
  granted: number;
  remaining: number;
  /** Until the window is over. */
  leftMs: number;
}

// At the highest rate that is allowed a server asks about once a second.
const sharesPerWindow = 60;
const shareMax = 50;

/** How much of a window a server takes at a time. */
export function shareOf(limit: number): number {
  return Math.max(1, Math.min(shareMax, Math.floor(limit / sharesPerWindow)));
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
): RateDecision & { window: RateWindow } {
  const isOver = !window || now - window.startedAt >= windowMs || now < window.startedAt;
  const { startedAt, taken: before } = isOver ? { startedAt: now, taken: 0 } : window;
  const taken = Math.min(before + 1, limit + 1);
  const { granted, remaining, leftMs } = shareIn({ startedAt, taken }, 1, now, limit, windowMs);
  const resetSeconds = secondsOf(leftMs);
  return { window: { startedAt, taken }, isAllowed: granted > 0, remaining, resetSeconds };
}

/** About the share that was taken last; the window may be overdrawn by it. */
export function shareIn(
  { startedAt, taken }: RateWindow,
  share: number,
  now: number,
  limit: number,
  windowMs: number,
): RateShare {
  return {
    granted: Math.max(0, Math.min(share, limit - (taken - share))),
    remaining: Math.max(0, limit - taken),
    // Never more than a whole one, whatever a clock says.
    leftMs: Math.min(windowMs, startedAt + windowMs - now),
  };
}

/** As a caller is told to wait. */
export function secondsOf(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 1000));
}
