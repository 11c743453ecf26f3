// Leads that arrive together are made together. While one batch is being committed the next one
// gathers; a lead that comes alone goes at once. The queue is bounded: beyond it clients are told to
// come back, and so is who waits for its turn too long, instead of being kept waiting for ever.
import type { LeadRequest, LeadResult } from '#actions/create-leads.ts';
import { personLocks } from '#core/person-locks.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import type { ActionRunner } from './action-runner.ts';

interface IntakeQueueOptions {
  waitingMax: number;
  /** For a lead's turn to come. */
  waitMsMax: number;
  onBatch?(size: number): void;
}

const batchSizeMax = 32;
// Characters of bodies that may wait: a few hundred of the largest there can be.
const waitingLengthMax = 64 * 1024 * 1024;
const batchesUnderWayMax = 2;
const groupsUnderWayMax = 2;

export class IntakeQueueFull extends Error {
  override name = 'IntakeQueueFull';
}

interface Waiting {
  request: LeadRequest;
  since: number;
  resolve(result: LeadResult): void;
  reject(error: unknown): void;
}

export class LeadIntakeQueue {
  readonly #runner: ActionRunner;
  readonly #options: IntakeQueueOptions;
  #waiting: Waiting[] = [];
  #waitingLength = 0;
  #batchesUnderWay = 0;
  #isPumpPlanned = false;
  // Groups of leads whose people another server was busy with.
  readonly #contended: Waiting[][] = [];
  #groupsUnderWay = 0;

  constructor(runner: ActionRunner, options: IntakeQueueOptions) {
    this.#runner = runner;
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  submit(request: LeadRequest): Promise<LeadResult> {
    const { length } = request.rawBody;
    const isFull =
      this.#waiting.length >= this.#options.waitingMax ||
      this.#waitingLength + length > waitingLengthMax;
    if (isFull) {
      return Promise.reject(new IntakeQueueFull('the intake queue is full'));
    }
    return new Promise((resolve, reject) => {
      this.#waitingLength += length;
      this.#waiting.push({ request, since: performance.now(), resolve, reject });
      this.#planPump();
    });
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
    this.#refuseLate();
    while (this.#waiting.length > 0 && this.#batchesUnderWay < batchesUnderWayMax) {
      const batch = this.#takeOut(batchSizeMax);
      this.#batchesUnderWay++;
      void this.#make(batch).finally(() => {
        this.#batchesUnderWay--;
        this.#pump();
      });
    }
  }

  #refuseLate(): void {
    const sinceMin = performance.now() - this.#options.waitMsMax;
    const onTime = this.#waiting.findIndex(({ since }) => since >= sinceMin);
    const late = onTime === -1 ? this.#waiting.length : onTime;
    for (const { reject } of this.#takeOut(late)) {
      reject(new DatabaseUnavailable('intake queue: no turn in time'));
    }
  }

  #takeOut(count: number): Waiting[] {
    const taken = this.#waiting.splice(0, count);
    for (const { request } of taken) this.#waitingLength -= request.rawBody.length;
    return taken;
  }

  async #make(
    batch: Waiting[],
    action: 'createLeads' | 'createContendedLeads' = 'createLeads',
  ): Promise<void> {
    this.#options.onBatch?.(batch.length);
    try {
      const requests = batch.map(({ request }) => request);
      const results = await this.#runner.run(action, requests);
      const contended: Waiting[] = [];
      for (const [index, waiting] of batch.entries()) {
        const result = results[index]!;
        if (result.outcome === 'contended') contended.push(waiting);
        else waiting.resolve(result);
      }
      this.#makeLater(contended);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  // Beside the batches: who shares nobody with these must not wait for them.
  #makeLater(contended: Waiting[]): void {
    this.#contended.push(...groupBySharedLocks(contended));
    while (this.#contended.length > 0 && this.#groupsUnderWay < groupsUnderWayMax) {
      this.#groupsUnderWay++;
      void this.#make(this.#contended.shift()!, 'createContendedLeads').finally(() => {
        this.#groupsUnderWay--;
        this.#makeLater([]);
      });
    }
  }
}

/** Leads that are, directly or over others, of people in common. */
function groupBySharedLocks(leads: readonly Waiting[]): Waiting[][] {
  const groups: { names: Set<string>; leads: Waiting[] }[] = [];
  for (const lead of leads) {
    const names = personLocks(lead.request.brandId, lead.request.lead);
    const own = { names: new Set(names), leads: [lead] };
    for (const group of groups.filter((other) => names.some((name) => other.names.has(name)))) {
      groups.splice(groups.indexOf(group), 1);
      own.names = own.names.union(group.names);
      own.leads = [...group.leads, ...own.leads];
    }
    groups.push(own);
  }
  return groups.map((group) => group.leads);
}
