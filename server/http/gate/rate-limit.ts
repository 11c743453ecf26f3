// How many requests a caller may make, and how often a client may come with a wrong key or password.
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

interface Share {
  left: number;
  remaining: number;
  endsAt: number;
}

/**
 * Counted in the database, for all servers together. A server takes a share of a window at a time and lets requests through
 * from it, so few requests cost a write. Never more than the limit pass; what other servers have not used of their shares
 * may be refused early. When the database does not answer soon this server counts by itself.
 */
class SharedRateLimiter implements RateLimiter {
  readonly limit: number;
  readonly #runner: ActionRunner;
  readonly #own: OwnRateLimiter;
  readonly #options: SharedOptions;
  // An empty share refuses until its window ends, at no cost.
  readonly #shares = new Map<string, Share>();
  readonly #asked = new Map<string, Promise<boolean>>();
  readonly #waiting = new Map<string, number>();

  constructor(runner: ActionRunner, options: SharedOptions) {
    const { limit, windowMs } = options;
    this.#runner = runner;
    this.#own = new OwnRateLimiter(limit, windowMs);
    this.#options = options;
    this.limit = limit;
  }

  async take(subject: string): Promise<RateDecision> {
    for (;;) {
      const decision = this.#takeFromShare(subject);
      if (decision) return decision;
      this.#waiting.set(subject, (this.#waiting.get(subject) ?? 0) + 1);
      const hasAnswered = await this.#askOnce(subject);
      this.#stopsWaiting(subject);
      if (!hasAnswered) return this.#own.take(subject);
    }
  }

  async giveBack(subject: string): Promise<void> {
    this.#own.giveBack(subject);
    // There is room again, so the database is asked again.
    this.#shares.delete(subject);
    const asked = { subject: this.#nameOf(subject) };
    await orNull(
      this.#runner.run('giveBackToRateWindow', asked, { waitMsMax: this.#options.waitMsMax }),
    );
  }

  #stopsWaiting(subject: string): void {
    const others = this.#waiting.get(subject)! - 1;
    if (others > 0) this.#waiting.set(subject, others);
    else this.#waiting.delete(subject);
  }

  /** Undefined when the database has to be asked. */
  #takeFromShare(subject: string): RateDecision | undefined {
    const share = this.#shares.get(subject);
    const leftMs = share ? share.endsAt - performance.now() : 0;
    if (!share || leftMs <= 0 || (share.left === 0 && share.remaining > 0)) return undefined;
    const isAllowed = share.left > 0;
    if (isAllowed) share.left--;
    const remaining = share.left + share.remaining;
    return { isAllowed, remaining, resetSeconds: secondsOf(leftMs) };
  }

  /** Whether the database answered. Requests that come meanwhile wait for the same answer. */
  #askOnce(subject: string): Promise<boolean> {
    let asked = this.#asked.get(subject);
    if (!asked) {
      asked = this.#ask(subject).finally(() => this.#asked.delete(subject));
      this.#asked.set(subject, asked);
    }
    return asked;
  }

  async #ask(subject: string): Promise<boolean> {
    const { limit, windowMs, waitMsMax } = this.#options;
    // As many as wait for it, if that is more.
    const wantedShare = Math.max(shareOf(limit), this.#waiting.get(subject) ?? 0);
    const wanted = { subject: this.#nameOf(subject), limit, windowMs, share: wantedShare };
    const askedAt = performance.now();
    const share = await orNull(this.#runner.run('takeFromRateWindow', wanted, { waitMsMax }));
    if (!share) return false;
    if (this.#shares.size >= subjectsMax) this.#shares.clear();
    const { granted, remaining, leftMs } = share;
    // No later than the window itself: what is left of a share must not count in the next.
    this.#shares.set(subject, { left: granted, remaining, endsAt: askedAt + leftMs });
    return true;
  }

  #nameOf(subject: string): string {
    const { kind, windowMs } = this.#options;
    return `${windowMs > windowMsDefault ? longWindowMark : ''}${kind} ${subject}`;
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
