// Writes refused leads of the API, with their entries in the request log, before they are answered.
// While one batch commits, the next one fills. Brands, and the callers within each, take turns.
import type { LoggedRequestCells } from '#actions/logged-requests.ts';
import { FairQueue } from '#core/fair-queue.ts';
import { DatabaseUnavailable, Overloaded } from '#db/database.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { BrandWeights } from '#runner/brand-weights.ts';
import { Deadlines } from '#runner/deadlines.ts';
import { notQueued, type PendingEntry } from '#runner/pending-list.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import { RefusedLeadsQuota, type RefusedLeadsQuotaOptions } from './refused-leads-quota.ts';

interface RefusedLeadsOptions extends RefusedLeadsQuotaOptions {
  /** Pending refused leads of a brand. */
  waitingMax: number;
}

// As for leads that are created.
const batchMax = 32;
// Characters of bodies in a batch. The largest body is smaller.
const batchLengthMax = 1024 * 1024;
// Characters in the pending bodies of a brand.
const pendingLengthMax = 32 * 1024 * 1024;
// The queue of all brands is so many times the limit of one, so that no brand keeps others out.
const brandsFactor = 2;

interface Waiting extends PendingEntry {
  cells: LoggedRequestCells;
  until: number;
  /** Settled. */
  isGone: boolean;
  /** It may have been written. */
  isBegun: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

export class RefusedLeads {
  readonly #runner: ActionRunner;
  readonly #waitingMax: number;
  readonly #quota: RefusedLeadsQuota;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #pendingLength = new BrandWeights();
  readonly #deadlines = new Deadlines<Waiting>((expired) => {
    for (const waiting of expired) this.#timeOut(waiting);
    this.#waiting.dropGone();
  });
  #writing: Promise<void> | undefined;

  constructor(runner: ActionRunner, { waitingMax, ...quota }: RefusedLeadsOptions) {
    this.#runner = runner;
    this.#waitingMax = waitingMax;
    this.#quota = new RefusedLeadsQuota(runner, quota);
  }

  /** Resolves when it is on disk. An `Overloaded` was not begun; after any other error it may be there. */
  keep(budget: TimeBudget, cells: LoggedRequestCells): Promise<void> {
    return budget.spend((waitMsMax) => this.#keep(cells, waitMsMax));
  }

  /** The quota use of the fullest brand, as a ratio. */
  get fullest(): number {
    return this.#quota.fullest;
  }

  /** After the last request. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#quota.close();
  }

  #keep(cells: LoggedRequestCells, waitMsMax: number): Promise<void> {
    const [brandId, , keyId, memberId] = cells;
    if (this.#isFull(brandId, lengthOf(cells))) {
      return Promise.reject(new Overloaded('too many refused leads wait to be written'));
    }
    return new Promise((resolve, reject) => {
      const until = performance.now() + waitMsMax;
      const state = { isGone: false, isBegun: false, index: notQueued };
      const waiting: Waiting = { cells, until, ...state, resolve, reject };
      this.#pendingLength.add(brandId, lengthOf(cells));
      this.#deadlines.add(waiting);
      this.#waiting.add({ brandId, caller: keyId ?? memberId ?? '' }, waiting);
      this.#writing ??= this.#write();
    });
  }

  #isFull(brandId: string, length: number): boolean {
    const { count } = this.#waiting;
    return (
      this.#waiting.countOf(brandId) >= this.#waitingMax ||
      this.#pendingLength.of(brandId) + length > pendingLengthMax ||
      count >= this.#waitingMax * brandsFactor ||
      this.#pendingLength.ofAll + length > pendingLengthMax * brandsFactor
    );
  }

  async #write(): Promise<void> {
    // After all requests of this event loop turn.
    await new Promise(setImmediate);
    for (let batch = this.#dequeue(); batch.length > 0; batch = this.#dequeue()) {
      await this.#writeBatch(batch);
    }
    this.#writing = undefined;
  }

  #dequeue(): Waiting[] {
    const batch: Waiting[] = [];
    let length = 0;
    while (batch.length < batchMax && length < batchLengthMax) {
      const next = this.#waiting.next();
      if (!next) break;
      next.isBegun = true;
      length += lengthOf(next.cells);
      batch.push(next);
    }
    return batch;
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const all = batch.map(({ cells }) => cells);
    try {
      await this.#runner.run('recordRequests', all);
    } catch (error) {
      // One that the database rejects harms no other.
      if (!(error instanceof DatabaseUnavailable) && batch.length > 1) {
        for (const waiting of batch) await this.#writeBatch([waiting]);
        return;
      }
      for (const waiting of batch) this.#settle(waiting, () => waiting.reject(error));
      return;
    }
    for (const waiting of batch) this.#settle(waiting, () => waiting.resolve());
    this.#quota.count(all);
  }

  #settle(waiting: Waiting, answer: () => void): void {
    this.#deadlines.remove(waiting);
    this.#pendingLength.add(waiting.cells[0], -lengthOf(waiting.cells));
    if (!waiting.isGone) answer();
    waiting.isGone = true;
  }

  #timeOut(waiting: Waiting): void {
    waiting.isGone = true;
    if (!waiting.isBegun) this.#pendingLength.add(waiting.cells[0], -lengthOf(waiting.cells));
    const TimedOut = waiting.isBegun ? DatabaseUnavailable : Overloaded;
    waiting.reject(new TimedOut('a refused lead was not written in time'));
  }
}

function lengthOf([, , , , , , , , , , body]: LoggedRequestCells): number {
  return body?.length ?? 0;
}
