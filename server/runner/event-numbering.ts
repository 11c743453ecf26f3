// Has events numbered soon after they were committed, one brand at a time: a batch of leads may be of hundreds of brands, and
// the connections are for whoever waits. What it misses, because the server dies or the database does, is found by the sweep.
import { setTimeout as wait } from 'node:timers/promises';

// Between two calls for a brand: a numbering costs as much as the batch of leads that it follows.
const restMs = 100;

export class EventNumbering {
  readonly #number: (brandId: string) => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(number: (brandId: string) => Promise<unknown>, onError: (error: unknown) => void) {
    this.#number = number;
    this.#onError = onError;
  }

  soon(brandId: string): void {
    if (this.#underWay.has(brandId)) {
      this.#again.add(brandId);
      return;
    }
    this.#underWay.set(brandId, this.#run(brandId));
  }

  /** All events that it was told of are numbered then. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  async #run(brandId: string): Promise<void> {
    this.#last = this.#last.then(() => this.#number(brandId)).catch(this.#onError);
    await this.#last;
    await wait(restMs, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
    this.#underWay.delete(brandId);
    if (this.#again.delete(brandId)) this.soon(brandId);
  }
}
