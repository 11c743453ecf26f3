// Admission control for the database: a fixed number of slots, a share of them per lane, and a fair
// queue in each lane. Work that cannot start in time is refused before it starts, immediately if
// the queue is too long: abandoned work would cost the callers that can still be served.
import { Pace } from '#core/pace.ts';
import { FairQueue, type Requester } from '#core/fair-queue.ts';
import { Overloaded } from '#db/database.ts';

export interface Begun<Output> {
  answer: Promise<Output>;
  /** Never rejects. Frees the slot, which may be long after the caller timed out. */
  end: Promise<void>;
}

export interface Wait {
  /** From now to the answer. */
  msMax: number;
  /** Whether to refuse the call when the queue is too long. */
  isForCaller: boolean;
}

interface AdmissionRules<Lane extends string> {
  name: string;
  slots: number;
  /** How many of the slots each lane may occupy. */
  shares(slots: number): Readonly<Record<Lane, number>>;
  waitingMax: number;
  /** Called when work is queued. */
  onWait?(): void;
}

interface Waiting {
  beginsUntil: number;
  isGone: boolean;
  begin(slot: number): Promise<void>;
  timeOut(): void;
}

// Share of a caller's time: calls that are expected to queue longer are refused immediately.
const turnShareOfWait = 3 / 4;
// Share of the queue: no brand keeps others out.
const brandShareOfWaiting = 1 / 2;

export class Admission<Lane extends string> {
  readonly #rules: AdmissionRules<Lane>;
  readonly #lanes: Lane[];
  readonly #queues: Record<Lane, FairQueue<Waiting>>;
  readonly #paces: Record<Lane, Pace>;
  // The lane that occupies each slot.
  readonly #slots: (Lane | null)[];
  #nextLane = 0;
  #onIdle: (() => void) | null = null;

  constructor(rules: AdmissionRules<Lane>) {
    this.#rules = rules;
    this.#slots = Array.from({ length: rules.slots }, () => null);
    this.#lanes = Object.keys(rules.shares(rules.slots)) as Lane[];
    const forEach = <Value>(make: () => Value) =>
      Object.fromEntries(this.#lanes.map((lane) => [lane, make()])) as Record<Lane, Value>;
    this.#queues = forEach(() => new FairQueue<Waiting>());
    this.#paces = forEach(() => new Pace());
  }

  /** Queued and running. */
  count(lanes: readonly Lane[] = this.#lanes): number {
    const running = this.#slots.filter((lane) => lane !== null && lanes.includes(lane)).length;
    return lanes.reduce((sum, lane) => sum + this.#queues[lane].count, running);
  }

  get queued(): number {
    return this.#lanes.reduce((sum, lane) => sum + this.#queues[lane].count, 0);
  }

  addSlot(): void {
    this.#slots.push(null);
    this.#beginAll();
  }

  /** `begin` gets its slot and the time it has left. */
  run<Output>(
    lane: Lane,
    who: Requester,
    { msMax, isForCaller }: Wait,
    begin: (slot: number, leftMs: number) => Begun<Output>,
  ): Promise<Output> {
    const since = performance.now();
    const refusal = this.#refusal(lane, who, isForCaller ? msMax * turnShareOfWait : Infinity);
    if (refusal) return Promise.reject(new Overloaded(`${this.#rules.name}: ${refusal}`));
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const turnMsMax = isForCaller ? msMax * turnShareOfWait : msMax;
      let hasBegun = false;
      const waiting: Waiting = {
        beginsUntil: since + turnMsMax,
        isGone: false,
        begin(slot) {
          hasBegun = true;
          clearTimeout(timer);
          try {
            const { answer, end } = begin(slot, since + msMax - performance.now());
            answer.then(resolve, reject);
            return end;
          } catch (error) {
            reject(error);
            return Promise.resolve();
          }
        },
        timeOut: () => {
          waiting.isGone = true;
          reject(new Overloaded(`${this.#rules.name}: no turn in time`));
        },
      };
      this.#queues[lane].add(who, waiting);
      this.#beginAll();
      if (hasBegun) return;
      timer = setTimeout(waiting.timeOut, turnMsMax);
      this.#rules.onWait?.();
    });
  }

  /** Resolves when nothing is queued or running, at the latest after `msMax`. */
  async idle(msMax: number): Promise<void> {
    if (this.count() === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, msMax);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Why to refuse the call, also when its turn would come after `turnMsMax`. */
  #refusal(lane: Lane, who: Requester, turnMsMax: number): string | null {
    const queue = this.#queues[lane];
    const { waitingMax } = this.#rules;
    if (queue.count >= waitingMax) return 'too many waiting';
    if (queue.countOf(who.brandId) >= waitingMax * brandShareOfWaiting)
      return 'too many of a brand';
    const share = this.#rules.shares(this.#slots.length)[lane];
    return this.#paces[lane].msOf(queue.aheadOf(who)) / share > turnMsMax
      ? 'too long a queue'
      : null;
  }

  #beginAll(): void {
    for (let slot = this.#slots.indexOf(null); slot !== -1; slot = this.#slots.indexOf(null)) {
      const waiting = this.#next(slot);
      if (!waiting) break;
      void this.#untilFree(slot, waiting.begin(slot));
    }
  }

  async #untilFree(slot: number, end: Promise<void>): Promise<void> {
    const began = performance.now();
    await end;
    this.#paces[this.#slots[slot]!].note(performance.now() - began);
    this.#slots[slot] = null;
    this.#beginAll();
    if (this.#onIdle && this.count() === 0) this.#onIdle();
  }

  // Round-robin over the lanes, so that none starves.
  #next(slot: number): Waiting | undefined {
    const shares = this.#rules.shares(this.#slots.length);
    for (let tried = 0; tried < this.#lanes.length; tried++) {
      const lane = this.#lanes[this.#nextLane++ % this.#lanes.length]!;
      if (this.#slots.filter((taken) => taken === lane).length >= shares[lane]) continue;
      const waiting = this.#firstInTime(lane);
      if (!waiting) continue;
      this.#slots[slot] = lane;
      return waiting;
    }
    return undefined;
  }

  #firstInTime(lane: Lane): Waiting | undefined {
    for (let waiting; (waiting = this.#queues[lane].next());) {
      if (performance.now() < waiting.beginsUntil) return waiting;
      waiting.timeOut();
    }
    return undefined;
  }
}
