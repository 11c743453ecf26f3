// Collects what is to be written down of requests and hands it to the database in batches, beside the
// requests and never in their way. While the database is away entries wait, up to a bound.
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { BrandQuota, quotaKept } from '#core/requests/brand-quota.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

interface RequestLogOptions {
  onError(error: unknown): void;
  /** Requests that will not be found in the log. */
  onLost(count: number): void;
  /** Of the bodies of refused leads, for each brand. */
  bodiesBytesMax: number;
  /** Bodies of refused leads that had to go for others. */
  onDropped(count: number): void;
}

const flushEveryMs = 500;
const entriesAtOnceMax = 500;
// Characters of bodies; the largest body is a good deal smaller.
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
  // Brands whose bodies are to be measured.
  readonly #due = new Set<string>();
  #bounding: Promise<void> | undefined;
  // Until the next try, which comes in its own time however many requests do.
  #isAway = false;
  // A batch that may have been written or not. It is sent again by itself: in company it would spoil others.
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
    if (this.#isBatchFull && !this.#isAway) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), flushEveryMs).unref();
  }

  /** Writes what waits; to be called when no more requests come. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#flushing;
    await this.#bounding;
    let isThere = true;
    while (isThere && this.#left > 0) isThere = await this.#flush();
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
    // Also when there is nothing to do now: a timer that has gone off would pass for one that is still to.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#flushing) return;
    this.#flushing = this.#flushAndGoOn();
  }

  async #flushAndGoOn(): Promise<void> {
    const isThere = await this.#flush();
    this.#flushing = undefined;
    this.#isAway = !isThere;
    if (this.#isClosed || this.#left === 0) return;
    if (isThere && this.#isBatchFull) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), flushEveryMs).unref();
  }

  /** Writes one batch; says whether the database is there. */
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
      // What it refuses for another reason it would refuse for ever.
      this.#options.onLost(batch.length);
      return true;
    }
  }

  #countBodies(written: readonly LoggedRequestCells[]): void {
    for (const [brandId, , , , , , , , , , body] of written) {
      if (body === null) continue;
      this.#bodies.add(brandId, Buffer.byteLength(body));
      if (this.#bodies.isDue(brandId)) this.#due.add(brandId);
    }
    // Beside what is written next: much may have to be deleted.
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

  /** The oldest bodies go first. What was written is written: a failure here is tried again with the next ones. */
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

  /** Of the bound, that of the brand which has the most. */
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

  // A tenth at once, so that it is seldom done. Refused leads can be rescued: they go last.
  #dropOldest(): void {
    const excess = Math.max(1, Math.floor(this.#waiting.length / 10));
    const isBodyTooMuch = this.#bodiesLength > bodiesWaitingMax;
    let dropped = 0;
    const kept = this.#waiting.filter((entry) => {
      const isDropped = dropped < excess && (isBodyTooMuch || bodyLengthOf(entry) === 0);
      if (isDropped) dropped++;
      return !isDropped;
    });
    // All of them have bodies.
    if (dropped === 0) dropped = kept.splice(0, excess).length;
    this.#waiting = kept;
    this.#bodiesLength = kept.reduce((sum, entry) => sum + bodyLengthOf(entry), 0);
    this.#options.onLost(dropped);
  }
}

function bodyLengthOf(entry: LoggedRequestCells): number {
  return entry[10]?.length ?? 0;
}
