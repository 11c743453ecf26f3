// Spreads work over time, so that a great deal of it at once leaves the processor to others in between.
import { setTimeout as wait } from 'node:timers/promises';

export class Pace {
  readonly #msPerUnit: number;
  #freeAt = 0;

  constructor(msPerUnit: number) {
    this.#msPerUnit = msPerUnit;
  }

  /** Waits until what was taken before has had its time; throws the signal's reason. */
  async take(units: number, signal?: AbortSignal): Promise<void> {
    const now = performance.now();
    const startsAt = Math.max(now, this.#freeAt);
    this.#freeAt = startsAt + units * this.#msPerUnit;
    if (startsAt <= now) return;
    await wait(startsAt - now, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}
