// Counts the mails of each sending server to each channel, on this server only.

const windowMs = 60_000;
// About 5 MB.
const subjectsMax = 50_000;

export class MailCounts {
  readonly #most: number;
  readonly #now: () => number;
  // A Map iterates in insertion order.
  readonly #counts = new Map<string, number>();
  #windowEndsAt = 0;

  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts one more, unless that is too many in a minute. */
  take(subject: string): boolean {
    const now = this.#now();
    if (now >= this.#windowEndsAt) {
      this.#counts.clear();
      this.#windowEndsAt = now + windowMs;
    }
    const count = this.#counts.get(subject) ?? 0;
    if (count >= this.#most) return false;
    this.#counts.set(subject, count + 1);
    if (this.#counts.size > subjectsMax) {
      const [oldest] = this.#counts.keys();
      this.#counts.delete(oldest!);
    }
    return true;
  }
}
