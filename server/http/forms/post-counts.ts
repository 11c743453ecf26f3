// Counts posts by address and by channel, on this server only: a count that servers shared would cost
// a write for every post of a flood, which is what the count is for.
import { secondsOf } from '#core/requests/rate-window.ts';

interface Count {
  count: number;
  until: number;
}

// About 10 MB; a flood from more addresses evicts the counts that began first.
const subjectsMax = 50_000;

export class PostCounts {
  readonly #windowMs: number;
  // In the order in which their windows began: a Map iterates in insertion order.
  readonly #counts = new Map<string, Count>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  of(subject: string): number {
    return this.#current(subject)?.count ?? 0;
  }

  /** Returns the count before this one. */
  add(subject: string): number {
    const current = this.#current(subject);
    if (current) return current.count++;
    this.#counts.delete(subject);
    this.#counts.set(subject, { count: 1, until: performance.now() + this.#windowMs });
    if (this.#counts.size > subjectsMax) this.#evictOldest();
    return 0;
  }

  /** For Retry-After. */
  secondsLeft(subject: string): number {
    const { until } = this.#current(subject) ?? { until: 0 };
    return secondsOf(until - performance.now());
  }

  #current(subject: string): Count | undefined {
    const found = this.#counts.get(subject);
    return found && found.until > performance.now() ? found : undefined;
  }

  #evictOldest(): void {
    for (const oldest of this.#counts.keys()) {
      this.#counts.delete(oldest);
      return;
    }
  }
}
