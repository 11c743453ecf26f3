// A clock that goes by another one, which may be off or be set. In between it follows a monotonic clock, so that a step
// of the other one counts only once it was read.

/** What the other clock said, and between which moments of the monotonic one that was. */
export interface ClockReading {
  time: number;
  askedAt: number;
  answeredAt: number;
}

// A clock that was further ahead was plainly wrong: then true times matter more than their order.
export const clockStepMsMax = 10 * 60 * 1000;
// While it waits for the other clock to catch up.
const slowSpeed = 0.5;

export class SteadyClock {
  readonly #monotonic: () => number;
  // Of the other clock over the monotonic one.
  #ahead: number | undefined;
  #latest = 0;
  #askedAt = 0;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /**
   * Never earlier than before: when the other clock was set back it goes at half speed until that has caught up. Only
   * after a large step back it follows at once.
   */
  now(): number {
    const at = this.#monotonic();
    const ahead = this.#ahead ?? 0;
    const tooFarMs = this.#latest - (this.#askedAt + ahead);
    const slow = this.#latest + (at - this.#askedAt) * slowSpeed;
    const isSlow = tooFarMs > 0 && tooFarMs <= clockStepMsMax;
    this.#latest = isSlow ? Math.max(at + ahead, slow) : at + ahead;
    this.#askedAt = at;
    return Math.floor(this.#latest);
  }

  /** Changes as little as makes the reading possible: a slow answer tells little. */
  correct({ time, askedAt, answeredAt }: ClockReading): void {
    const [least, most] = [time - answeredAt, time - askedAt];
    const ahead = this.#ahead ?? (least + most) / 2;
    this.#ahead = Math.min(Math.max(ahead, least), most);
  }

  /** A time that was given out earlier. */
  notBefore(time: number): void {
    this.#latest = Math.max(this.#latest, time);
    this.#askedAt = this.#monotonic();
  }
}
