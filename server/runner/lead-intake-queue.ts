// Leads that arrive together are made together. While one batch is being committed the next one
// gathers, and is sent ahead once it is well filled; a lead that comes alone goes at once. Brands, and in each its callers,
// take turns for the places of a batch. The queue is bounded, of each brand more so: beyond it clients are told to come
// back, and so is who has waited too long for an answer, instead of being kept waiting for ever.
import type { LeadRequest, LeadResult } from '#actions/leads/create-leads.ts';
import { FairQueue } from '#core/fair-queue.ts';
import { DatabaseUnavailable, Overloaded } from '#db/database.ts';
import type { ActionRunner } from './action-runner.ts';
import { type PendingEntry, notQueued } from './pending-list.ts';
import { BatchSize } from './batch-size.ts';
import { BrandWeights } from './brand-weights.ts';
import { Deadlines } from './deadlines.ts';
import { groupByPeople, type LeadGroup } from './group-by-people.ts';
import { whoOf } from './lanes.ts';
import type { TimeBudget } from './time-budget.ts';

interface IntakeQueueOptions {
  /** Of one brand. */
  waitingMax: number;
  /** For a lead's turn to come, where the request has not less time than that. */
  waitMsMax: number;
  /** Whether that holds for its answer too. If not, a lead that is being made waits as long again for what comes of it. */
  waitIncludesResponse: boolean;
  /** Whether batches are made side by side, and not one after the other. */
  isConcurrent: boolean;
  onBatch?(size: number): void;
}

// As many as are worth a batch of their own before the turn of the event loop ends, and of contended ones the most.
const wellFilled = 32;
// Characters of a brand's bodies without an answer: over a hundred of the largest there can be.
const unansweredLengthMax = 32 * 1024 * 1024;
const batchesUnderWayMax = 2;
// Where batches are made one after the other, a second one that is sent only waits in the writer's queue, where no lead
// can join it; but the writer need not wait for this thread before it goes on. From this many leads on it is worth it.
const sizeAheadMin = 24;
// Of a brand that shares the database, in each of two batches one after the other, or in the one that it has beside others'.
const perBrandInTurn = 16;
const perBrandBeside = 32;
const groupsUnderWayMax = 2;
const contendedRetryMs = 25;
// Of the time to wait: a lead that has less left is not begun any more. It would take the others of its batch along.
const leastShareOfWait = 1 / 4;
// Of the time to wait: who would be made later than that is told at once to come back, and no batch takes longer.
const turnShareOfWait = 5 / 8;
const batchShareOfWait = 1 / 8;
// All brands together have room for so many times what one may have: it keeps no other out.
const roomOfBrands = 2;

interface Waiting extends PendingEntry {
  request: LeadRequest;
  until: number;
  /** It is answered. */
  isGone: boolean;
  /** It may have been made. */
  isBegun: boolean;
  resolve(result: LeadResult): void;
  reject(error: unknown): void;
}

type Group = LeadGroup<Waiting>;

export class LeadIntakeQueue {
  readonly #runner: ActionRunner;
  readonly #options: IntakeQueueOptions;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #unansweredLength = new BrandWeights();
  #batchesUnderWay = 0;
  #isPumpPlanned = false;
  #leadsUnderWay = 0;
  #brandsUnderWay: ReadonlySet<string> = new Set();
  readonly #batchSize: BatchSize;
  readonly #deadlines = new Deadlines<Waiting>((late) => {
    for (const waiting of late) this.#giveUp(waiting);
    this.#forgetAnswered();
  });
  // Leads whose people another batch, here or on another server, was busy with.
  #contended: Waiting[] = [];
  readonly #groupsUnderWay = new Set<Group>();
  #isRetryPlanned = false;

  constructor(runner: ActionRunner, options: IntakeQueueOptions) {
    this.#runner = runner;
    this.#options = options;
    this.#batchSize = new BatchSize({
      msMax: options.waitMsMax * batchShareOfWait,
      perBrand: options.isConcurrent ? perBrandBeside : perBrandInTurn,
    });
  }

  get waiting(): number {
    return this.#waiting.count + this.#contended.length;
  }

  submit(budget: TimeBudget, request: LeadRequest): Promise<LeadResult> {
    return budget.spend((waitMsMax) => this.#submit(request, waitMsMax));
  }

  #submit(request: LeadRequest, waitMsMax: number): Promise<LeadResult> {
    const refusal = this.#refusal(request, waitMsMax * turnShareOfWait);
    if (refusal) return Promise.reject(new Overloaded(`intake queue: ${refusal}`));
    this.#batchSize.noteBrand(request.brandId);
    return new Promise((resolve, reject) => {
      const until = performance.now() + waitMsMax;
      const waiting = {
        request,
        until,
        isGone: false,
        isBegun: false,
        resolve,
        reject,
        index: notQueued,
      };
      this.#unansweredLength.add(request.brandId, request.rawBody.length);
      this.#deadlines.add(waiting);
      this.#enqueue([waiting]);
    });
  }

  /** Also when its turn would come later than that. */
  #refusal(request: LeadRequest, turnMsMax: number): string | null {
    const { waitingMax } = this.#options;
    const { brandId, rawBody } = request;
    const length = this.#unansweredLength.of(brandId) + rawBody.length;
    const lengthOfAll = this.#unansweredLength.ofAll + rawBody.length;
    const ofBrand = this.#waiting.countOf(brandId) + this.#contendedOf(brandId);
    if (ofBrand >= waitingMax || length > unansweredLengthMax) return 'too many of a brand';
    const isFull =
      this.waiting >= waitingMax * roomOfBrands || lengthOfAll > unansweredLengthMax * roomOfBrands;
    if (isFull) return 'full';
    const ahead = this.#leadsUnderWay + this.#waiting.aheadOf(whoOf(request, {}));
    const atATime = this.#isApart() ? 1 : batchesUnderWayMax;
    return this.#batchSize.msOf(ahead) / atATime > turnMsMax ? 'too long' : null;
  }

  #contendedOf(brandId: string): number {
    return this.#contended.filter(({ request }) => request.brandId === brandId).length;
  }

  #enqueue(leads: readonly Waiting[]): void {
    for (const waiting of leads) this.#waiting.add(whoOf(waiting.request, {}), waiting);
    if (this.#waiting.count >= wellFilled) this.#pump();
    else this.#planPump();
  }

  // After all requests that this turn of the event loop brings.
  #planPump(): void {
    if (this.#isPumpPlanned) return;
    this.#isPumpPlanned = true;
    setImmediate(() => {
      this.#isPumpPlanned = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#isNextDue()) {
      const size = this.#batchSize.next(this.#waiting);
      const batch = this.#takeOut(size);
      if (batch.length === 0) return;
      const brandIds = new Set(batch.map(({ request }) => request.brandId));
      this.#brandsUnderWay = this.#brandsUnderWay.union(brandIds);
      if (!this.#options.waitIncludesResponse) for (const one of batch) this.#deadlines.remove(one);
      this.#batchesUnderWay++;
      this.#leadsUnderWay += batch.length;
      const began = performance.now();
      void this.#make(batch, 'createLeads').finally(() => {
        this.#batchesUnderWay--;
        this.#leadsUnderWay -= batch.length;
        this.#brandsUnderWay = this.#brandsUnderWay.difference(brandIds);
        const [tookMs, count] = [performance.now() - began, batch.length];
        this.#batchSize.noteBatch(tookMs, { count, isFull: count === size });
        this.#pump();
      });
    }
  }

  #isNextDue(): boolean {
    if (this.#batchesUnderWay >= batchesUnderWayMax) return false;
    const goesAtOnce = this.#batchesUnderWay === 0 || this.#options.isConcurrent;
    return this.#waiting.count >= (goesAtOnce ? 1 : sizeAheadMin);
  }

  // Where brands share the database, each has one batch at a time: the other slot stays free for the next brand.
  #isApart(): boolean {
    return this.#options.isConcurrent && this.#batchSize.isShared();
  }

  #takeOut(count: number): Waiting[] {
    const isLeftOut = this.#isApart() ? (id: string) => this.#brandsUnderWay.has(id) : undefined;
    const taken: Waiting[] = [];
    while (taken.length < count) {
      const next = this.#waiting.next(isLeftOut);
      if (!next) break;
      if (this.#isInTime(next)) taken.push(next);
    }
    return taken;
  }

  #isInTime(waiting: Waiting): boolean {
    const { waitIncludesResponse, waitMsMax } = this.#options;
    const leastMs = waitIncludesResponse ? waitMsMax * leastShareOfWait : 0;
    if (!waiting.isGone && waiting.until - performance.now() < leastMs) this.#giveUp(waiting);
    return !waiting.isGone;
  }

  async #make(
    batch: readonly Waiting[],
    action: 'createLeads' | 'createContendedLeads',
  ): Promise<void> {
    this.#options.onBatch?.(batch.length);
    for (const waiting of batch) waiting.isBegun = true;
    try {
      const requests = batch.map(({ request }) => request);
      const results = await this.#runner.run(action, requests, {
        waitMsMax: this.#timeFor(batch),
        isQueued: true,
      });
      for (const [index, waiting] of batch.entries()) {
        const result = results[index]!;
        if (result.outcome === 'contended') this.#contended.push(waiting);
        else this.#end(waiting, () => waiting.resolve(result));
      }
      this.#makeContended();
    } catch (error) {
      for (const waiting of batch) this.#end(waiting, () => waiting.reject(error));
    }
  }

  // Until the first of them is told to come back: none is made that its caller knows nothing of.
  #timeFor(batch: readonly Waiting[]): number | undefined {
    if (!this.#options.waitIncludesResponse) return undefined;
    return Math.min(...batch.map(({ until }) => until)) - performance.now();
  }

  #end(waiting: Waiting, answer: () => void): void {
    this.#deadlines.remove(waiting);
    // It may have been given up before.
    if (waiting.isGone) return;
    waiting.isGone = true;
    const { brandId, rawBody } = waiting.request;
    this.#unansweredLength.add(brandId, -rawBody.length);
    answer();
  }

  // Beside the batches, and each group by itself: who shares nobody with these must not wait for them.
  #makeContended(): void {
    const leads = this.#contended.filter((one) => this.#isInTime(one));
    this.#contended = [];
    let isAnyWithoutTurn = false;
    for (const group of groupByPeople(leads)) {
      const isTaken = [...this.#groupsUnderWay].some(
        (other) => !other.people.isDisjointFrom(group.people),
      );
      const hasTurn = !isTaken && this.#groupsUnderWay.size < groupsUnderWayMax;
      isAnyWithoutTurn ||= !isTaken && !hasTurn;
      const taken = hasTurn ? group.leads.splice(0, wellFilled) : [];
      this.#contended.push(...group.leads);
      if (hasTurn) this.#makeGroup({ ...group, leads: taken });
    }
    // Whoever was busy with these people may be done long before there is a turn to wait for it.
    if (!isAnyWithoutTurn || this.#isRetryPlanned) return;
    this.#isRetryPlanned = true;
    setTimeout(() => this.#tryContendedAgain(), contendedRetryMs);
  }

  #makeGroup(group: Group): void {
    this.#groupsUnderWay.add(group);
    void this.#make(group.leads, 'createContendedLeads').finally(() => {
      this.#groupsUnderWay.delete(group);
      this.#makeContended();
    });
  }

  #tryContendedAgain(): void {
    this.#isRetryPlanned = false;
    const leads = this.#contended;
    this.#contended = [];
    this.#enqueue(leads);
  }

  #giveUp(waiting: Waiting): void {
    const Late = waiting.isBegun ? DatabaseUnavailable : Overloaded;
    const late = new Late('intake queue: no answer in time');
    this.#end(waiting, () => waiting.reject(late));
  }

  // They would keep others out of the queue.
  #forgetAnswered(): void {
    this.#contended = this.#contended.filter((one) => !one.isGone);
    this.#waiting.dropGone();
  }
}
