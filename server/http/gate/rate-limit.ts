// Rate limits: requests per caller, and failed keys or passwords per client.
import { rateWindowSeconds } from '#contract/limits.ts';
import {
  longWindowMark,
  type RateDecision,
  type RateWindow,
  secondsOf,
  shareOf,
  takeFromWindow,
} from '#core/requests/rate-window.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { TimeBudget } from '#runner/time-budget.ts';

const windowMsDefault = rateWindowSeconds * 1000;
const subjectsMax = 50_000;

export interface RateLimiter {
  readonly limit: number;
  /** Waiting for the database draws on the request's budget. */
  take(subject: string, budget: TimeBudget): RateDecision | Promise<RateDecision>;
  /** Undoes one `take`. */
  refund(subject: string): void | Promise<void>;
}

/** Counts in this server's memory. */
export class LocalRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #windowMs: number;
  readonly #windows = new Map<string, RateWindow>();

  constructor(limit: number, windowMs = windowMsDefault) {
    this.limit = limit;
    this.#windowMs = windowMs;
  }

  take(subject: string): RateDecision {
    const now = performance.now();
    if (this.#windows.size >= subjectsMax) this.#deleteExpired(now);
    const decision = takeFromWindow(this.#windows.get(subject), now, this.limit, this.#windowMs);
    this.#windows.set(subject, decision.window);
    return decision;
  }

  refund(subject: string): void {
    const window = this.#windows.get(subject);
    if (window) this.#windows.set(subject, { ...window, taken: Math.max(0, window.taken - 1) });
  }

  #deleteExpired(now: number): void {
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
  /** Timeout of a database call. */
  waitMsMax: number;
}

interface Share {
  left: number;
  remaining: number;
  endsAt: number;
}

/**
 * Counts in the database, for all servers together. A server takes a share of a window at a time
 * and admits requests from it, so few requests cost a write. The limit is never exceeded; unused
 * shares of other servers may cause early refusals. When the database does not answer in time, this
 * server counts locally.
 */
class SharedRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #runner: ActionRunner;
  readonly #local: LocalRateLimiter;
  readonly #options: SharedOptions;
  // An empty share refuses until its window ends, without a database call.
  readonly #shares = new Map<string, Share>();
  readonly #pendingCalls = new Map<string, Promise<boolean>>();
  readonly #waiters = new Map<string, number>();

  constructor(runner: ActionRunner, options: SharedOptions) {
    const { limit, windowMs } = options;
    this.#runner = runner;
    this.#local = new LocalRateLimiter(limit, windowMs);
    this.#options = options;
    this.limit = limit;
  }

  async take(subject: string, budget: TimeBudget): Promise<RateDecision> {
    for (;;) {
      const decision = this.#takeFromShare(subject);
      if (decision) return decision;
      this.#waiters.set(subject, (this.#waiters.get(subject) ?? 0) + 1);
      // Requests share the call, so the time that one of them has left does not end it.
      const isUp = await orNull(budget.spend(() => this.#takeShareOnce(subject)));
      this.#removeWaiter(subject);
      if (!isUp) return this.#local.take(subject);
    }
  }

  async refund(subject: string): Promise<void> {
    this.#local.refund(subject);
    // The window has room again, so the next request takes a new share.
    this.#shares.delete(subject);
    const { waitMsMax } = this.#options;
    const asked = { subject: this.#nameOf(subject) };
    // Not from the budget: a request that ran out of time must get its attempt back.
    await orNull(this.#runner.run('giveBackToRateWindow', asked, { waitMsMax }));
  }

  #removeWaiter(subject: string): void {
    const others = this.#waiters.get(subject)! - 1;
    if (others > 0) this.#waiters.set(subject, others);
    else this.#waiters.delete(subject);
  }

  /** Undefined when a new share is needed. */
  #takeFromShare(subject: string): RateDecision | undefined {
    const share = this.#shares.get(subject);
    const leftMs = share ? share.endsAt - performance.now() : 0;
    if (!share || leftMs <= 0 || (share.left === 0 && share.remaining > 0)) return undefined;
    const isAllowed = share.left > 0;
    if (isAllowed) share.left--;
    const remaining = share.left + share.remaining;
    return { isAllowed, remaining, resetSeconds: secondsOf(leftMs) };
  }

  /** Returns whether the database answered. Concurrent requests share the call. */
  #takeShareOnce(subject: string): Promise<boolean> {
    let pending = this.#pendingCalls.get(subject);
    if (!pending) {
      pending = this.#takeShare(subject).finally(() => this.#pendingCalls.delete(subject));
      this.#pendingCalls.set(subject, pending);
    }
    return pending;
  }

  async #takeShare(subject: string): Promise<boolean> {
    const { limit, windowMs, waitMsMax } = this.#options;
    // At least one for each waiter.
    const wantedShare = Math.max(shareOf(limit), this.#waiters.get(subject) ?? 0);
    const wanted = { subject: this.#nameOf(subject), limit, windowMs, share: wantedShare };
    const calledAt = performance.now();
    const share = await orNull(this.#runner.run('takeFromRateWindow', wanted, { waitMsMax }));
    if (!share) return false;
    if (this.#shares.size >= subjectsMax) this.#shares.clear();
    const { granted, remaining, leftMs } = share;
    // Ends no later than the window: a leftover share must not count in the next one.
    this.#shares.set(subject, { left: granted, remaining, endsAt: calledAt + leftMs });
    return true;
  }

  #nameOf(subject: string): string {
    const { kind, windowMs } = this.#options;
    return `${windowMs > windowMsDefault ? longWindowMark : ''}${kind} ${subject}`;
  }
}

/** Null when the database is unavailable. */
async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  }
}

export type MakeLimiter = (kind: string, limit: number, windowMs?: number) => RateLimiter;

/** With `sharedBy`, limits are counted together with other servers. */
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
      : new LocalRateLimiter(limit, windowMs);
}

// Header fields of draft-ietf-httpapi-ratelimit-headers.
export function rateHeaders(limiter: RateLimiter, { remaining, resetSeconds }: RateDecision) {
  return {
    'ratelimit-policy': `"default";q=${limiter.limit};w=${rateWindowSeconds}`,
    ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
  };
}
