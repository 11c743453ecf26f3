// Numbers the events of a brand soon after their commit, one brand at a time: a batch of leads may
// span hundreds of brands, and callers need the connections. The sweep numbers events that were
// missed, after a crash or a lost connection.
import { setTimeout as wait } from 'node:timers/promises';

// Pause between two runs for a brand: a run costs as much as the batch of leads before it.
const pauseMs = 100;

export class EventNumbering {
  readonly #number: (brandId: string) => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(number: (brandId: string) => Promise<unknown>, onError: (error: unknown) => void) {
    this.#number = number;
    this.#onError = onError;
  }

  schedule(brandId: string): void {
    if (this.#inFlight.has(brandId)) {
      this.#again.add(brandId);
      return;
    }
    this.#inFlight.set(brandId, this.#run(brandId));
  }

  /** Finishes all scheduled runs first. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  async #run(brandId: string): Promise<void> {
    this.#last = this.#last.then(() => this.#number(brandId)).catch(this.#onError);
    await this.#last;
    await wait(pauseMs, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
    this.#inFlight.delete(brandId);
    if (this.#again.delete(brandId)) this.schedule(brandId);
  }
}
