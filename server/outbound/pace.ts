// Throttles work, so that a burst leaves processor time to others.
import { setTimeout as wait } from 'node:timers/promises';

export class Pace {
  readonly #msPerUnit: number;
  #freeAt = 0;

  constructor(msPerUnit: number) {
    this.#msPerUnit = msPerUnit;
  }

  /** Waits until the time of earlier units has passed; throws the signal's reason. */
  async take(units: number, signal?: AbortSignal): Promise<void> {
    const now = performance.now();
    const startsAt = Math.max(now, this.#freeAt);
    this.#freeAt = startsAt + units * this.#msPerUnit;
    if (startsAt <= now) return;
    await wait(startsAt - now, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}
