// A fixed-window rate limit; the window starts with the first request.

export interface RateWindow {
  startedAt: number;
  taken: number;
}

export interface RateDecision {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

/** The requests that a server may allow before it asks again, and the rest for all servers. */
export interface RateShare {
  granted: number;
  remaining: number;
  /** Time until the window ends. */
  leftMs: number;
}

// At the full rate, a server takes a share about once a second.
const sharesPerWindow = 60;
const shareMax = 50;

/** The number of requests that a server takes from the window at a time. */
export function shareOf(limit: number): number {
  return Math.max(1, Math.min(shareMax, Math.floor(limit / sharesPerWindow)));
}

/** The name prefix of windows that are longer than a minute, and their maximum length. */
export const longWindowMark = 'long ';
export const longWindowMsMax = 60 * 60 * 1000;

/** Counts a request. The count stops at one above the limit. */
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

/** The outcome of taking a share, which may have overdrawn the window. */
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
    // At most a whole window, even if the clock was set back.
    leftMs: Math.min(windowMs, startedAt + windowMs - now),
  };
}

/** For Retry-After and the RateLimit header. */
export function secondsOf(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / 1000));
}
