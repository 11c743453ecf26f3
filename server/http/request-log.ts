// Buffers request log entries and writes them in batches, in the background. While the database is
// down entries wait, up to a bound.
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { intakeRowBytes } from '#core/intakes/refused-request.ts';
import { BrandQuota, quotaKept } from '#core/requests/brand-quota.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface RequestLogOptions {
  onError(error: unknown): void;
  /** Entries that were dropped. */
  onLost(count: number): void;
  /** Per brand, for the bodies of refused leads. */
  bodiesBytesMax: number;
  /** Bodies of refused leads that were evicted. */
  onDropped(count: number): void;
}

const flushEveryMs = 500;
const entriesAtOnceMax = 500;
// Characters of bodies; the largest single body is far smaller.
const bodiesAtOnceMax = 2 * 1024 * 1024;
const entriesWaitingMax = 20_000;
const bodiesWaitingMax = 16 * 1024 * 1024;

export class RequestLog {
  readonly #runner: ActionRunner;
  readonly #options: RequestLogOptions;
  #waiting: LoggedRequestCells[] = [];
  #bodiesLength = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #isClosed = false;
  readonly #bodies: BrandQuota;
  // Brands whose bodies have to be measured.
  readonly #due = new Set<string>();
  #bounding: Promise<void> | undefined;
  // While true, only the timer retries, however full the buffer is.
  #isDatabaseDown = false;
  // A batch that may have been committed. It is retried alone, since duplicate ids would fail a
  // batch with new entries.
  #inDoubt: LoggedRequestCells[] = [];

  constructor(runner: ActionRunner, options: RequestLogOptions) {
    this.#runner = runner;
    this.#options = options;
    this.#bodies = new BrandQuota(options.bodiesBytesMax);
  }

  add(entry: LoggedRequestCells): void {
    this.#waiting.push(entry);
    this.#bodiesLength += bodyLengthOf(entry);
    if (this.#waiting.length > entriesWaitingMax || this.#bodiesLength > bodiesWaitingMax) {
      this.#dropOldest();
    }
    if (this.#isBatchFull && !this.#isDatabaseDown) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), flushEveryMs).unref();
  }

  /** Flushes the buffer; call it after the last request. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#flushing;
    await this.#bounding;
    let isUp = true;
    while (isUp && this.#left > 0) isUp = await this.#flush();
    this.#options.onLost(this.#left);
    this.#inDoubt = [];
    this.#waiting = [];
  }

  get #isBatchFull(): boolean {
    return this.#waiting.length >= entriesAtOnceMax || this.#bodiesLength >= bodiesAtOnceMax;
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
      this.#countBodies(batch);
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

  #countBodies(written: readonly LoggedRequestCells[]): void {
    for (const [brandId, , , , , , , , , , body] of written) {
      if (body === null) continue;
      this.#bodies.add(brandId, Buffer.byteLength(body) + intakeRowBytes);
      if (this.#bodies.isDue(brandId)) this.#due.add(brandId);
    }
    // In the background: there may be much to delete.
    if (this.#due.size > 0 && !this.#isClosed) this.#bounding ??= this.#boundBodies();
  }

  async #boundBodies(): Promise<void> {
    for (const brandId of this.#due) {
      if (this.#isClosed) break;
      this.#due.delete(brandId);
      await this.#bound(brandId);
    }
    this.#bounding = undefined;
  }

  /** Evicts the oldest bodies first. After an error, the next batch of the brand tries again. */
  async #bound(brandId: string): Promise<void> {
    const bytesKept = Math.floor(this.#bodies.bytesMax * quotaKept);
    try {
      let bytes = await this.#runner.run('measureRefusedLeads', { brandId });
      let afterId = nilUuid;
      while (bytes > bytesKept && !this.#isClosed) {
        const excess = { brandId, afterId, bytes: bytes - bytesKept };
        const { dropped, freed, lastId } = await this.#runner.run('dropRefusedLeads', excess);
        if (lastId === null) break;
        afterId = lastId;
        this.#options.onDropped(dropped);
        bytes -= freed;
      }
      this.#bodies.measured(brandId, bytes);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** The quota use of the fullest brand, as a ratio. */
  get fullest(): number {
    return this.#bodies.fullest;
  }

  #takeBatch(): LoggedRequestCells[] {
    let count = 0;
    let length = 0;
    while (count < this.#waiting.length && count < entriesAtOnceMax && length < bodiesAtOnceMax) {
      length += bodyLengthOf(this.#waiting[count++]!);
    }
    this.#bodiesLength -= length;
    return this.#waiting.splice(0, count);
  }

  // Drops a tenth at a time, so it runs rarely. Entries with a refused lead go last: they can be
  // rescued.
  #dropOldest(): void {
    const excess = Math.max(1, Math.floor(this.#waiting.length / 10));
    const isBodyTooMuch = this.#bodiesLength > bodiesWaitingMax;
    let dropped = 0;
    const kept = this.#waiting.filter((entry) => {
      const isDropped = dropped < excess && (isBodyTooMuch || bodyLengthOf(entry) === 0);
      if (isDropped) dropped++;
      return !isDropped;
    });
    // All entries have bodies.
    if (dropped === 0) dropped = kept.splice(0, excess).length;
    this.#waiting = kept;
    this.#bodiesLength = kept.reduce((sum, entry) => sum + bodyLengthOf(entry), 0);
    this.#options.onLost(dropped);
  }
}

function bodyLengthOf(entry: LoggedRequestCells): number {
  return entry[10]?.length ?? 0;
}
