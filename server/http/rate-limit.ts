// How many requests a key may make, and how often a client address may come with a wrong key.
import { rateWindowSeconds } from '#contract/limits.ts';
import {
  decisionFor,
  type RateDecision,
  type RateWindow,
  takeFromWindow,
} from '#core/rate-window.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { inTime } from '#runner/in-time.ts';

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

interface SharedOptions {
  kind: string;
  limit: number;
  /** For the database to count. */
  waitMsMax: number;
}

/**
 * Counted in the database, for all servers together. When it does not answer soon this server counts by
 * itself: a request has better things to wait for.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #runner: ActionRunner;
  readonly #own: OwnRateLimiter;
  readonly #waitMsMax: number;
  readonly #kind: string;
  // Who is refused is refused until the window ends, and costs the database nothing meanwhile.
  readonly #refusals = new Map<string, RateDecision>();

  constructor(runner: ActionRunner, { kind, limit, waitMsMax }: SharedOptions) {
    this.#runner = runner;
    this.#own = new OwnRateLimiter(limit);
    this.#kind = kind;
    this.#waitMsMax = waitMsMax;
    this.limit = limit;
  }

  async take(subject: string): Promise<RateDecision> {
    const refusal = this.#refusals.get(subject);
    const now = Date.now();
    if (refusal && now < refusal.window.startedAt + windowMs) {
      return decisionFor(refusal.window, now, this.limit, windowMs);
    }
    const decision = (await this.#askDatabase(subject)) ?? this.#own.take(subject);
    if (this.#refusals.size >= subjectsMax) this.#refusals.clear();
    if (decision.isAllowed) this.#refusals.delete(subject);
    else this.#refusals.set(subject, decision);
    return decision;
  }

  async #askDatabase(subject: string): Promise<RateDecision | null> {
    const { limit } = this;
    const asked = { subject: `${this.#kind} ${subject}`, limit, windowMs };
    const tooLate = () => new DatabaseUnavailable('rate limit: no answer in time');
    try {
      const counted = this.#runner.run('takeFromRateWindow', asked);
      return await inTime(this.#waitMsMax, counted, tooLate);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return null;
      throw error;
    }
  }
}

// Header fields of draft-ietf-httpapi-ratelimit-headers.
export function rateHeaders(limiter: RateLimiter, { remaining, resetSeconds }: RateDecision) {
  return {
    'ratelimit-policy': `"default";q=${limiter.limit};w=${rateWindowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  };
}
