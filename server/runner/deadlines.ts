// Deadlines of pending entries with one shared timer: most entries are removed long before they expire.
import { type PendingEntry, PendingList } from './pending-list.ts';

interface Expiring extends PendingEntry {
  /** By `performance.now`. */
  readonly until: number;
}

// Entries that expire within this time of each other are reported together.
const resolutionMs = 10;

export class Deadlines<Entry extends Expiring> {
  readonly #pending = new PendingList<Entry>();
  readonly #onExpired: (expired: readonly Entry[]) => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;

  constructor(onExpired: (expired: readonly Entry[]) => void) {
    this.#onExpired = onExpired;
  }

  add(entry: Entry): void {
    this.#pending.add(entry);
    this.#schedule(entry.until);
  }

  /** Does nothing for an entry that was removed before. */
  remove(entry: Entry): void {
    this.#pending.remove(entry);
  }

  #schedule(at: number): void {
    if (at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    const inMs = Math.max(resolutionMs, Math.ceil(at - performance.now()));
    this.#timer = setTimeout(() => this.#expire(), inMs).unref();
  }

  #expire(): void {
    this.#timerAt = Infinity;
    const now = performance.now();
    const expired: Entry[] = [];
    let next = Infinity;
    for (const entry of this.#pending.all()) {
      if (entry.until <= now) expired.push(entry);
      else next = Math.min(next, entry.until);
    }
    for (const entry of expired) this.#pending.remove(entry);
    this.#onExpired(expired);
    this.#schedule(next);
  }
}
