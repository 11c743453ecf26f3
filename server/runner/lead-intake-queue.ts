// Batches leads that arrive together. While one batch commits, the next one fills up and is sent
// ahead once it is large enough; a single lead is sent immediately. Brands, and the callers within
// each, take turns in a batch. The queue is bounded in total and per brand. Beyond that bound, and
// after their deadline, callers are told to retry.
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
  /** Queued leads of a brand. */
  waitingMax: number;
  /** How long a lead may be queued, unless its request has less time left. */
  waitMsMax: number;
  /** Whether that time includes the response. If not, a lead in flight may take as long again. */
  waitIncludesResponse: boolean;
  /** Whether batches run concurrently instead of one after the other. */
  isConcurrent: boolean;
  onBatch?(size: number): void;
}

// So many leads are sent before the event loop turn ends; also the largest batch of contended leads.
const wellFilled = 32;
// Characters in the bodies of a brand's pending leads: over a hundred bodies of the maximum size.
const pendingLengthMax = 32 * 1024 * 1024;
const batchesInFlightMax = 2;
// Without concurrency a second batch waits in the writer's queue, where no lead can join it. In
// return the writer need not wait for this thread. From this many leads on it is worth it.
const sizeAheadMin = 24;
// Leads of each brand in a batch while brands share the database: in two batches one after the
// other, or in one of several concurrent batches.
const perBrandSerial = 16;
const perBrandConcurrent = 32;
const groupsInFlightMax = 2;
const contendedRetryMs = 25;
// Share of the wait: a lead with less time left is not started. It would shorten its batch's deadline.
const leastShareOfWait = 1 / 4;
// Shares of the wait: the longest expected time in the queue, and the longest time of a batch.
const turnShareOfWait = 5 / 8;
const batchShareOfWait = 1 / 8;
// The queue of all brands is so many times the limit of one, so that no brand keeps others out.
const brandsFactor = 2;

interface Waiting extends PendingEntry {
  request: LeadRequest;
  until: number;
  /** Settled. */
  isGone: boolean;
  /** The lead may have been created. */
  isBegun: boolean;
  resolve(result: LeadResult): void;
  reject(error: unknown): void;
}

type Group = LeadGroup<Waiting>;

export class LeadIntakeQueue {
  readonly #runner: ActionRunner;
  readonly #options: IntakeQueueOptions;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #pendingLength = new BrandWeights();
  #batchesInFlight = 0;
  #isPumpScheduled = false;
  #leadsInFlight = 0;
  #brandsInFlight: ReadonlySet<string> = new Set();
  readonly #batchSize: BatchSize;
  readonly #deadlines = new Deadlines<Waiting>((expired) => {
    for (const waiting of expired) this.#timeOut(waiting);
    this.#dropSettled();
  });
  // Leads whose people were locked by another batch, here or on another node.
  #contended: Waiting[] = [];
  readonly #groupsInFlight = new Set<Group>();
  #isRetryScheduled = false;

  constructor(runner: ActionRunner, options: IntakeQueueOptions) {
    this.#runner = runner;
    this.#options = options;
    this.#batchSize = new BatchSize({
      msMax: options.waitMsMax * batchShareOfWait,
      perBrand: options.isConcurrent ? perBrandConcurrent : perBrandSerial,
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
      const state = { isGone: false, isBegun: false, index: notQueued };
      const waiting: Waiting = { request, until, ...state, resolve, reject };
      this.#pendingLength.add(request.brandId, request.rawBody.length);
      this.#deadlines.add(waiting);
      this.#enqueue([waiting]);
    });
  }

  /** Why to refuse the lead, also when its turn would come after `turnMsMax`. */
  #refusal(request: LeadRequest, turnMsMax: number): string | null {
    const { waitingMax } = this.#options;
    const { brandId, rawBody } = request;
    const length = this.#pendingLength.of(brandId) + rawBody.length;
    const lengthOfAll = this.#pendingLength.ofAll + rawBody.length;
    const ofBrand = this.#waiting.countOf(brandId) + this.#contendedOf(brandId);
    if (ofBrand >= waitingMax || length > pendingLengthMax) return 'too many of a brand';
    const isFull =
      this.waiting >= waitingMax * brandsFactor || lengthOfAll > pendingLengthMax * brandsFactor;
    if (isFull) return 'full';
    const ahead = this.#leadsInFlight + this.#waiting.aheadOf(whoOf(request, {}));
    const batches = this.#isOnePerBrand() ? 1 : batchesInFlightMax;
    return this.#batchSize.msOf(ahead) / batches > turnMsMax ? 'too long' : null;
  }

  #contendedOf(brandId: string): number {
    return this.#contended.filter(({ request }) => request.brandId === brandId).length;
  }

  #enqueue(leads: readonly Waiting[]): void {
    for (const waiting of leads) this.#waiting.add(whoOf(waiting.request, {}), waiting);
    if (this.#waiting.count >= wellFilled) this.#pump();
    else this.#schedulePump();
  }

  // After all requests of this event loop turn.
  #schedulePump(): void {
    if (this.#isPumpScheduled) return;
    this.#isPumpScheduled = true;
    setImmediate(() => {
      this.#isPumpScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#isNextDue()) {
      const size = this.#batchSize.next(this.#waiting);
      const batch = this.#dequeue(size);
      if (batch.length === 0) return;
      const brandIds = new Set(batch.map(({ request }) => request.brandId));
      this.#brandsInFlight = this.#brandsInFlight.union(brandIds);
      if (!this.#options.waitIncludesResponse)
        for (const waiting of batch) this.#deadlines.remove(waiting);
      this.#batchesInFlight++;
      this.#leadsInFlight += batch.length;
      const began = performance.now();
      void this.#create(batch, 'createLeads').finally(() => {
        this.#batchesInFlight--;
        this.#leadsInFlight -= batch.length;
        this.#brandsInFlight = this.#brandsInFlight.difference(brandIds);
        const [tookMs, count] = [performance.now() - began, batch.length];
        this.#batchSize.noteBatch(tookMs, { count, isFull: count === size });
        this.#pump();
      });
    }
  }

  #isNextDue(): boolean {
    if (this.#batchesInFlight >= batchesInFlightMax) return false;
    const isImmediate = this.#batchesInFlight === 0 || this.#options.isConcurrent;
    return this.#waiting.count >= (isImmediate ? 1 : sizeAheadMin);
  }

  // While brands share the database, each has one batch in flight: the other slot is for the next brand.
  #isOnePerBrand(): boolean {
    return this.#options.isConcurrent && this.#batchSize.isShared();
  }

  #dequeue(count: number): Waiting[] {
    const isExcluded = this.#isOnePerBrand()
      ? (id: string) => this.#brandsInFlight.has(id)
      : undefined;
    const taken: Waiting[] = [];
    while (taken.length < count) {
      const next = this.#waiting.next(isExcluded);
      if (!next) break;
      if (this.#isInTime(next)) taken.push(next);
    }
    return taken;
  }

  #isInTime(waiting: Waiting): boolean {
    const { waitIncludesResponse, waitMsMax } = this.#options;
    const leastMs = waitIncludesResponse ? waitMsMax * leastShareOfWait : 0;
    if (!waiting.isGone && waiting.until - performance.now() < leastMs) this.#timeOut(waiting);
    return !waiting.isGone;
  }

  async #create(
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
        else this.#settle(waiting, () => waiting.resolve(result));
      }
      this.#createContended();
    } catch (error) {
      for (const waiting of batch) this.#settle(waiting, () => waiting.reject(error));
    }
  }

  // The earliest deadline of the batch: no lead is created after its caller timed out.
  #timeFor(batch: readonly Waiting[]): number | undefined {
    if (!this.#options.waitIncludesResponse) return undefined;
    return Math.min(...batch.map(({ until }) => until)) - performance.now();
  }

  #settle(waiting: Waiting, answer: () => void): void {
    this.#deadlines.remove(waiting);
    // It may have timed out before.
    if (waiting.isGone) return;
    waiting.isGone = true;
    const { brandId, rawBody } = waiting.request;
    this.#pendingLength.add(brandId, -rawBody.length);
    answer();
  }

  // Apart from the batches and in groups, so that leads of other people do not wait for these.
  #createContended(): void {
    const leads = this.#contended.filter((waiting) => this.#isInTime(waiting));
    this.#contended = [];
    let isAnyDeferred = false;
    for (const group of groupByPeople(leads)) {
      const isLocked = [...this.#groupsInFlight].some(
        (other) => !other.people.isDisjointFrom(group.people),
      );
      const hasTurn = !isLocked && this.#groupsInFlight.size < groupsInFlightMax;
      isAnyDeferred ||= !isLocked && !hasTurn;
      const taken = hasTurn ? group.leads.splice(0, wellFilled) : [];
      this.#contended.push(...group.leads);
      if (hasTurn) this.#createGroup({ ...group, leads: taken });
    }
    // The lock may be released long before a slot is free to wait for it.
    if (!isAnyDeferred || this.#isRetryScheduled) return;
    this.#isRetryScheduled = true;
    setTimeout(() => this.#retryContended(), contendedRetryMs);
  }

  #createGroup(group: Group): void {
    this.#groupsInFlight.add(group);
    void this.#create(group.leads, 'createContendedLeads').finally(() => {
      this.#groupsInFlight.delete(group);
      this.#createContended();
    });
  }

  #retryContended(): void {
    this.#isRetryScheduled = false;
    const leads = this.#contended;
    this.#contended = [];
    this.#enqueue(leads);
  }

  #timeOut(waiting: Waiting): void {
    const TimedOut = waiting.isBegun ? DatabaseUnavailable : Overloaded;
    const error = new TimedOut('intake queue: no answer in time');
    this.#settle(waiting, () => waiting.reject(error));
  }

  // Timed-out leads would count against the queue limit.
  #dropSettled(): void {
    this.#contended = this.#contended.filter(({ isGone }) => !isGone);
    this.#waiting.dropGone();
  }
}
