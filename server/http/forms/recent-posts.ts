// A double click sends a post twice, often while the first is being taken in: the second gets the outcome
// of the first, before anything judges it. After that, and on other servers, the lead's idempotency
// record finds it.
import type { IntakeOutcome } from '#intakes/receive-intake.ts';

// Posts of a minute at the rate of a flood that gets in.
const postsMax = 5_000;
const rememberedMs = 60_000;

interface Recent {
  outcome: Promise<IntakeOutcome>;
  until: number;
}

export class RecentPosts {
  readonly #recent = new Map<string, Recent>();

  once(key: string, work: () => Promise<IntakeOutcome>): Promise<IntakeOutcome> {
    const known = this.#recent.get(key);
    if (known && known.until > performance.now()) return known.outcome;
    this.#recent.delete(key);
    const outcome = work();
    const recent = { outcome, until: performance.now() + rememberedMs };
    this.#recent.set(key, recent);
    const forget = () => {
      if (this.#recent.get(key) === recent) this.#recent.delete(key);
    };
    // A lead is remembered: the next post may be one too many without a proof, and be held.
    outcome.then(({ state }) => state === 'lead' || forget(), forget);
    if (this.#recent.size > postsMax) this.#dropOldest();
    return outcome;
  }

  #dropOldest(): void {
    for (const oldest of this.#recent.keys()) {
      this.#recent.delete(oldest);
      return;
    }
  }
}
