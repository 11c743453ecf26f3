// How long something takes, by the last times it was done: what cannot be done in time is told so before it waits.

// Of what is known, for what was seen last.
const shareOfLast = 1 / 8;

export class Pace {
  #msEach: number | null = null;

  /** So many took that long together. */
  note(ms: number, count = 1): void {
    const msEach = ms / count;
    this.#msEach =
      this.#msEach === null ? msEach : this.#msEach + (msEach - this.#msEach) * shareOfLast;
  }

  /** Nothing, as long as nothing is known. */
  msOf(count: number): number {
    return (this.#msEach ?? 0) * count;
  }

  countIn(ms: number): number {
    return this.#msEach ? Math.floor(ms / this.#msEach) : Infinity;
  }
}
