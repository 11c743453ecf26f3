// How many requests a key may make, and how often a client address may come with a wrong key.
import { rateWindowSeconds } from '#contract/limits.ts';
import { type RateDecision, type RateWindow, takeFromWindow } from '#core/rate-window.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const windowMs = rateWindowSeconds * 1000;
const subjectsMax = 50_000;

export interface RateLimiter {
  readonly limit: number;
  take(subject: string): RateDecision | Promise<RateDecision>;
}

/** Counted in the memory of this server. */
export class OwnRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, RateWindow>();

  constructor(limit: number, now: () => number = Date.now) {
    this.limit = limit;
    this.#now = now;
  }

  take(subject: string): RateDecision {
    const now = this.#now();
    if (this.#windows.size >= subjectsMax) this.#forgetOver(now);
    const decision = takeFromWindow(this.#windows.get(subject), now, this.limit, windowMs);
    this.#windows.set(subject, decision.window);
    return decision;
  }

  #forgetOver(now: number): void {
    for (const [subject, { startedAt }] of this.#windows) {
      if (now - startedAt >= windowMs) this.#windows.delete(subject);
    }
    if (this.#windows.size >= subjectsMax) this.#windows.clear();
  }
}

/** Counted in the database, for all servers together. */
export class SharedRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #runner: ActionRunner;
  readonly #kind: string;

  constructor(runner: ActionRunner, kind: string, limit: number) {
    this.#runner = runner;
    this.#kind = kind;
    this.limit = limit;
  }

  take(subject: string): Promise<RateDecision> {
    return this.#runner.run('takeFromRateWindow', {
      subject: `${this.#kind} ${subject}`,
      limit: this.limit,
      windowMs,
    });
  }
}

// Header fields of draft-ietf-httpapi-ratelimit-headers.
export function rateHeaders(limiter: RateLimiter, { remaining, resetSeconds }: RateDecision) {
  return {
    'ratelimit-policy': `"default";q=${limiter.limit};w=${rateWindowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  };
}
