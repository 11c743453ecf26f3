// How many requests a caller may make, and how often a client may come with a wrong key or password.
import { rateWindowSeconds } from '#contract/limits.ts';
import {
  longWindowMark,
  type RateDecision,
  type RateWindow,
  takeFromWindow,
} from '#core/requests/rate-window.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const windowMsDefault = rateWindowSeconds * 1000;
const subjectsMax = 50_000;

export interface RateLimiter {
  readonly limit: number;
  take(subject: string): RateDecision | Promise<RateDecision>;
  /** What was taken last did not count after all. */
  giveBack(subject: string): void | Promise<void>;
}

/** Counted in the memory of this server. */
export class OwnRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, RateWindow>();

  constructor(limit: number, windowMs = windowMsDefault) {
    this.limit = limit;
    this.#windowMs = windowMs;
  }

  take(subject: string): RateDecision {
    const now = performance.now();
    if (this.#windows.size >= subjectsMax) this.#forgetOver(now);
    const decision = takeFromWindow(this.#windows.get(subject), now, this.limit, this.#windowMs);
    this.#windows.set(subject, decision.window);
    return decision;
  }

  giveBack(subject: string): void {
    const window = this.#windows.get(subject);
    if (window) this.#windows.set(subject, { ...window, taken: Math.max(0, window.taken - 1) });
  }

  #forgetOver(now: number): void {
    for (const [subject, { startedAt }] of this.#windows) {
      if (now - startedAt >= this.#windowMs) this.#windows.delete(subject);
    }
    if (this.#windows.size >= subjectsMax) this.#windows.clear();
  }
}

interface SharedOptions {
  kind: string;
  limit: number;
  windowMs: number;
  /** For the database to count. */
  waitMsMax: number;
}

/**
 * Counted in the database, for all servers together. When it does not answer soon this server counts by
 * itself: a request has better things to wait for.
 */
class SharedRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #runner: ActionRunner;
  readonly #own: OwnRateLimiter;
  readonly #waitMsMax: number;
  readonly #windowMs: number;
  readonly #kind: string;
  // Who is refused is refused until the window ends, and costs the database nothing meanwhile.
  readonly #refusals = new Map<string, { decision: RateDecision; endsAt: number }>();

  constructor(runner: ActionRunner, options: SharedOptions) {
    const { kind, limit, waitMsMax, windowMs } = options;
    this.#runner = runner;
    this.#own = new OwnRateLimiter(limit, windowMs);
    this.#windowMs = windowMs;
    this.#kind = kind;
    this.#waitMsMax = waitMsMax;
    this.limit = limit;
  }

  async take(subject: string): Promise<RateDecision> {
    const refusal = this.#refusals.get(subject);
    const leftMs = refusal ? refusal.endsAt - performance.now() : 0;
    if (refusal && leftMs > 0) {
      return { ...refusal.decision, resetSeconds: Math.ceil(leftMs / 1000) };
    }
    const decision = (await this.#askDatabase(subject)) ?? this.#own.take(subject);
    if (this.#refusals.size >= subjectsMax) this.#refusals.clear();
    if (decision.isAllowed) this.#refusals.delete(subject);
    else {
      const endsAt = performance.now() + decision.resetSeconds * 1000;
      this.#refusals.set(subject, { decision, endsAt });
    }
    return decision;
  }

  async giveBack(subject: string): Promise<void> {
    this.#own.giveBack(subject);
    // There is room again, so the database is asked again.
    this.#refusals.delete(subject);
    const asked = { subject: this.#nameOf(subject) };
    await orNull(this.#runner.run('giveBackToRateWindow', asked, { waitMsMax: this.#waitMsMax }));
  }

  #askDatabase(subject: string): Promise<RateDecision | null> {
    const asked = { subject: this.#nameOf(subject), limit: this.limit, windowMs: this.#windowMs };
    return orNull(this.#runner.run('takeFromRateWindow', asked, { waitMsMax: this.#waitMsMax }));
  }

  #nameOf(subject: string): string {
    const kind = this.#windowMs > windowMsDefault ? `${longWindowMark}${this.#kind}` : this.#kind;
    return `${kind} ${subject}`;
  }
}

/** Null when the database does not answer. */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  }
}

export type MakeLimiter = (kind: string, limit: number, windowMs?: number) => RateLimiter;

/** With `sharedBy` they are counted together with other servers. */
export function limiterMaker(
  sharedBy: { runner: ActionRunner; waitMsMax: number } | null,
): MakeLimiter {
  return (kind, limit, windowMs = windowMsDefault) =>
    sharedBy
      ? new SharedRateLimiter(sharedBy.runner, {
          kind,
          limit,
          windowMs,
          waitMsMax: sharedBy.waitMsMax,
        })
      : new OwnRateLimiter(limit, windowMs);
}

// Header fields of draft-ietf-httpapi-ratelimit-headers.
export function rateHeaders(limiter: RateLimiter, { remaining, resetSeconds }: RateDecision) {
  return {
    'ratelimit-policy': `"default";q=${limiter.limit};w=${rateWindowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  };
}
