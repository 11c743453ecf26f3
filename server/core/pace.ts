// An exponential moving average of service time. It predicts waits, so that requests that would time
// out are refused before they queue.

// The weight of the newest sample.
const sampleWeight = 1 / 8;

export class Pace {
  #msEach: number | null = null;

  /** Records that `count` items took `ms` together. */
  note(ms: number, count = 1): void {
    const msEach = ms / count;
    this.#msEach =
      this.#msEach === null ? msEach : this.#msEach + (msEach - this.#msEach) * sampleWeight;
  }

  /** The expected time for `count` items; 0 without samples. */
  msOf(count: number): number {
    return (this.#msEach ?? 0) * count;
  }

  countIn(ms: number): number {
    return this.#msEach ? Math.floor(ms / this.#msEach) : Infinity;
  }
}
