// Buffers request log entries and writes them in batches, in the background. While the database is
// down entries wait, up to a bound. Those of refused leads are written by `RefusedLeads`.
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface RequestLogOptions {
  onError(error: unknown): void;
  /** Entries that were dropped. */
  onLost(count: number): void;
}

const flushEveryMs = 500;
const entriesAtOnceMax = 500;
const entriesWaitingMax = 20_000;

export class RequestLog {
  readonly #runner: ActionRunner;
  readonly #options: RequestLogOptions;
  #waiting: LoggedRequestCells[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #isClosed = false;
  // While true, only the timer retries, however full the buffer is.
  #isDatabaseDown = false;
  // A batch that may have been committed. It is retried alone, since duplicate ids would fail a
  // batch with new entries.
  #inDoubt: LoggedRequestCells[] = [];

  constructor(runner: ActionRunner, options: RequestLogOptions) {
    this.#runner = runner;
    this.#options = options;
  }

  add(entry: LoggedRequestCells): void {
    this.#waiting.push(entry);
    if (this.#waiting.length > entriesWaitingMax) this.#dropOldest();
    if (this.#isBatchFull && !this.#isDatabaseDown) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), flushEveryMs).unref();
  }

  /** Flushes the buffer; call it after the last request. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#flushing;
    let isUp = true;
    while (isUp && this.#left > 0) isUp = await this.#flush();
    this.#options.onLost(this.#left);
    this.#inDoubt = [];
    this.#waiting = [];
  }

  get #isBatchFull(): boolean {
    return this.#waiting.length >= entriesAtOnceMax;
  }

  get #left(): number {
    return this.#inDoubt.length + this.#waiting.length;
  }

  #start(): void {
    // Always cleared: `add` would mistake a fired timer for a pending one.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#flushing) return;
    this.#flushing = this.#flushAndGoOn();
  }

  async #flushAndGoOn(): Promise<void> {
    const isUp = await this.#flush();
    this.#flushing = undefined;
    this.#isDatabaseDown = !isUp;
    if (this.#isClosed || this.#left === 0) return;
    if (isUp && this.#isBatchFull) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), flushEveryMs).unref();
  }

  /** Writes one batch; returns whether the database is up. */
  async #flush(): Promise<boolean> {
    const batch = this.#inDoubt.length > 0 ? this.#inDoubt : this.#takeBatch();
    this.#inDoubt = [];
    try {
      await this.#runner.run('recordRequests', batch);
      return true;
    } catch (error) {
      this.#options.onError(error);
      if (error instanceof DatabaseUnavailable) {
        this.#inDoubt = batch;
        return false;
      }
      // Any other error would repeat at each retry.
      this.#options.onLost(batch.length);
      return true;
    }
  }

  #takeBatch(): LoggedRequestCells[] {
    return this.#waiting.splice(0, entriesAtOnceMax);
  }

  // A tenth at a time, so it runs rarely.
  #dropOldest(): void {
    this.#options.onLost(this.#waiting.splice(0, entriesWaitingMax / 10).length);
  }
}
