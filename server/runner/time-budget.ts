// How long one request may wait for the database in all, however many calls it makes. Each call
// alone would be answered or time out; one after the other, while something is slow, they would add
// up.
import { Overloaded } from '#db/database.ts';

/**
 * Only the time in which at least one call is pending counts: a slow body or
 * a wait for photos is not the database's fault.
 */
export class TimeBudget {
  readonly #totalMs: number;
  #leftMs: number;
  #pendingCalls = 0;
  #pendingSince = 0;

  constructor(totalMs: number) {
    this.#totalMs = totalMs;
    this.#leftMs = totalMs;
  }

  /** `call` gets the time that is left as its timeout. */
  async spend<Output>(call: (leftMs: number) => Promise<Output>): Promise<Output> {
    const now = performance.now();
    if (this.#pendingCalls === 0) this.#pendingSince = now;
    const leftMs = this.#leftMs - (now - this.#pendingSince);
    if (leftMs <= 0) throw new Overloaded('the request has no time left');
    this.#pendingCalls++;
    try {
      return await call(leftMs);
    } finally {
      this.#pendingCalls--;
      if (this.#pendingCalls === 0) this.#leftMs -= performance.now() - this.#pendingSince;
    }
  }

  /**
   * For work in many steps: the next step may wait as long as a whole request, or that share of it.
   */
  renew(share = 1): void {
    this.#leftMs = Math.max(this.#leftMs, this.#totalMs * share);
    this.#pendingSince = performance.now();
  }
}
