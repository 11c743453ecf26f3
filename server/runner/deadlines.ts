// Tells those whose time is over, with one timer for all of them: most leave long before it is of use.
import { type PendingEntry, PendingList } from './pending-list.ts';

interface Impatient extends PendingEntry {
  /** By `performance.now`. */
  readonly until: number;
}

// Those that run out of time one shortly after the other are told so together.
const toldEveryMs = 10;

export class Deadlines<One extends Impatient> {
  readonly #waiting = new PendingList<One>();
  readonly #onLate: (late: readonly One[]) => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;

  constructor(onLate: (late: readonly One[]) => void) {
    this.#onLate = onLate;
  }

  add(one: One): void {
    this.#waiting.add(one);
    this.#plan(one.until);
  }

  /** Nothing happens when it is gone already. */
  remove(one: One): void {
    this.#waiting.remove(one);
  }

  #plan(at: number): void {
    if (at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const inMs = Math.max(toldEveryMs, Math.ceil(at - performance.now()));
    this.#timer = setTimeout(() => this.#tell(), inMs).unref();
  }

  #tell(): void {
    this.#timerAt = Infinity;
    const now = performance.now();
    const late: One[] = [];
    let next = Infinity;
    for (const one of this.#waiting.all()) {
      if (one.until <= now) late.push(one);
      else next = Math.min(next, one.until);
    }
    for (const one of late) this.#waiting.remove(one);
    this.#onLate(late);
    this.#plan(next);
  }
}
