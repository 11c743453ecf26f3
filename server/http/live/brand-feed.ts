// Reads the events of one brand as they come, once for all who listen on this server.
import type { FeedEvent } from '#actions/events/read-feed.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface FeedListener {
  /** Everything behind this event will be told; `isComplete` is false when some before it were left out. */
  begin(position: number, isComplete: boolean): void;
  tell(events: readonly FeedEvent[]): void;
  isGone(): boolean;
}

const eventsAtOnce = 500;
// Who has missed more reads everything anew: that is less than to be told of each. All of them wait until the stream is
// sent, and must fit into what is held back for a reader.
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

  /** From behind that event; null for from now on. */
  async join(listener: FeedListener, after: number | null): Promise<void> {
    this.#joining++;
    try {
      await this.#begin();
      let position = after ?? this.#position;
      const missed = this.#position - position;
      const isComplete = missed >= 0 && missed <= missedEventsMax;
      if (!isComplete) position = this.#position;
      listener.begin(position, isComplete);
      while (position < this.#position && !listener.isGone()) {
        const events = await this.#read({ after: position, upTo: this.#position });
        if (events.length === 0) break;
        listener.tell(events);
        position = events.at(-1)!.position;
      }
      // Nothing is told between the last comparison and this.
      if (!listener.isGone()) this.#listeners.add(listener);
    } finally {
      this.#joining--;
    }
  }

  leave(listener: FeedListener): void {
    this.#listeners.delete(listener);
  }

  /** There may be more. */
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
      const events = await this.#read({ after: this.#position });
      if (events.length === 0) continue;
      if (events.length === eventsAtOnce) this.#isWoken = true;
      this.#position = events.at(-1)!.position;
      for (const listener of this.#listeners) listener.tell(events);
    }
  }

  #read(range: { after: number; upTo?: number }): Promise<FeedEvent[]> {
    return this.#runner.run('readFeed', { brandId: this.#brandId, most: eventsAtOnce, ...range });
  }
}
