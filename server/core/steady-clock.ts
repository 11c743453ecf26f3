// A clock that is synchronised to a reference clock, such as the database server's. Between readings it
// follows a monotonic clock.

/** A reading of the reference clock, between two times of the monotonic one. */
export interface ClockReading {
  time: number;
  askedAt: number;
  answeredAt: number;
}

// A larger step back means that the reference was wrong: correct times then matter more than order.
export const clockStepMsMax = 10 * 60 * 1000;
// The slew rate while the reference catches up.
const slewRate = 0.5;

export class SteadyClock {
  readonly #monotonic: () => number;
  // The offset of the reference from the monotonic clock.
  #offset: number | undefined;
  #latest = 0;
  #askedAt = 0;

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /**
   * Never goes back: after a step back of the reference it runs at half speed until the reference has
   * caught up. It follows a step larger than `clockStepMsMax` immediately.
   */
  now(): number {
    const at = this.#monotonic();
    const offset = this.#offset ?? 0;
    const aheadMs = this.#latest - (this.#askedAt + offset);
    const slewed = this.#latest + (at - this.#askedAt) * slewRate;
    const isSlewing = aheadMs > 0 && aheadMs <= clockStepMsMax;
    this.#latest = isSlewing ? Math.max(at + offset, slewed) : at + offset;
    this.#askedAt = at;
    return Math.floor(this.#latest);
  }

  /** Makes the smallest correction that fits the reading: a slow response is imprecise. */
  correct({ time, askedAt, answeredAt }: ClockReading): void {
    const [least, most] = [time - answeredAt, time - askedAt];
    const offset = this.#offset ?? (least + most) / 2;
    this.#offset = Math.min(Math.max(offset, least), most);
  }

  /** Continues after a time that was issued earlier, such as before a restart. */
  notBefore(time: number): void {
    this.#latest = Math.max(this.#latest, time);
    this.#askedAt = this.#monotonic();
  }
}
