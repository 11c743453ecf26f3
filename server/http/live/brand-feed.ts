// Reads the events of one brand as they arrive, once for all its listeners on this server.
import type { FeedEvent } from '#actions/events/read-feed.ts';
import { Overloaded } from '#db/database.ts';
import type { ActionRunner, RunAction } from '#runner/action-runner.ts';
import { withTimeout } from '#runner/with-timeout.ts';
import type { RequestCalls } from '../request-calls.ts';

interface FeedListener {
  /** Later events follow; `isComplete` is false when earlier ones were skipped. */
  begin(position: number, isComplete: boolean): void;
  send(events: readonly FeedEvent[]): void;
  isGone(): boolean;
}

const eventsPerRead = 500;
// A page that missed more reloads everything, which is cheaper than that many events. They are
// buffered until the stream is sent, and must fit into unreadBytesMax.
const missedEventsMax = 300;

export class BrandFeed {
  readonly #runner: ActionRunner;
  readonly #brandId: string;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Set<FeedListener>();
  #joining = 0;
  #begun: Promise<number> | null = null;
  #position = 0;
  #isReading = false;
  #isWoken = false;

  constructor(runner: ActionRunner, brandId: string, onError: (error: unknown) => void) {
    this.#runner = runner;
    this.#brandId = brandId;
    this.#onError = onError;
  }

  get isNeeded(): boolean {
    return this.#joining > 0 || this.#listeners.size > 0;
  }

  /** Starts after that event; null starts with new events. */
  async join(
    { run, budget }: RequestCalls,
    listener: FeedListener,
    after: number | null,
  ): Promise<void> {
    this.#joining++;
    try {
      // Requests share this call, so each has a timeout of its own.
      await budget.spend((leftMs) =>
        withTimeout(leftMs, this.#begin(), () => new Overloaded('the feed did not start in time')),
      );
      let position = after ?? this.#position;
      const missed = this.#position - position;
      const isComplete = missed >= 0 && missed <= missedEventsMax;
      if (!isComplete) position = this.#position;
      listener.begin(position, isComplete);
      while (position < this.#position && !listener.isGone()) {
        const events = await this.#read(run, { after: position, upTo: this.#position });
        if (events.length === 0) break;
        listener.send(events);
        position = events.at(-1)!.position;
      }
      // Synchronous since the last comparison, so no event is missed.
      if (!listener.isGone()) this.#listeners.add(listener);
    } finally {
      this.#joining--;
    }
  }

  leave(listener: FeedListener): void {
    this.#listeners.delete(listener);
  }

  /** Reads new events, if there are any. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isReading || this.#begun === null) return;
    this.#isReading = true;
    this.#readOn()
      .catch(this.#onError)
      .finally(() => {
        this.#isReading = false;
        if (this.#isWoken && this.isNeeded) this.wake();
      });
  }

  async #begin(): Promise<void> {
    this.#begun ??= this.#runner
      .run('readFeedEnd', { brandId: this.#brandId })
      .then((position) => (this.#position = position));
    await this.#begun.catch((error) => {
      this.#begun = null;
      throw error;
    });
  }

  async #readOn(): Promise<void> {
    await this.#begun;
    while (this.#isWoken && this.isNeeded) {
      this.#isWoken = false;
      const events = await this.#read(this.#runner.run, { after: this.#position });
      if (events.length === 0) continue;
      if (events.length === eventsPerRead) this.#isWoken = true;
      this.#position = events.at(-1)!.position;
      for (const listener of this.#listeners) listener.send(events);
    }
  }

  #read(run: RunAction, range: { after: number; upTo?: number }): Promise<FeedEvent[]> {
    return run('readFeed', { brandId: this.#brandId, most: eventsPerRead, ...range });
  }
}
