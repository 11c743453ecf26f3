// Lets work at the database begin: no more at a time than there are slots, each lane within its share of them, by turns.
// What cannot begin in time is refused before anything is done for it, and at once where that can be told: work that is
// thrown away half-way would cost those who can still be served.
import { Pace } from '#core/pace.ts';
import { FairQueue, type Requester } from '#core/fair-queue.ts';
import { Overloaded } from '#db/database.ts';

export interface Begun<Output> {
  answer: Promise<Output>;
  /** Never fails. Its slot is free again then, which may be long after the answer was given up. */
  end: Promise<void>;
}

export interface Wait {
  /** In all, from now to the answer. */
  msMax: number;
  /** Whoever waits for the answer is told to come back when the line is long. */
  isForCaller: boolean;
}

interface AdmissionRules<Lane extends string> {
  name: string;
  slots: number;
  /** How many of so many slots each lane may have at a time. */
  shares(slots: number): Readonly<Record<Lane, number>>;
  waitingMax: number;
  /** Something has to wait. */
  onWait?(): void;
}

interface Waiting {
  beginsUntil: number;
  isGone: boolean;
  begin(slot: number): Promise<void>;
  giveUp(): void;
}

// Of a caller's time, for a turn to come. Who is expected to wait longer is refused at once.
const turnShareOfWait = 3 / 4;
// Of those that may wait: no brand keeps others out.
const brandShareOfWaiting = 1 / 2;

export class Admission<Lane extends string> {
  readonly #rules: AdmissionRules<Lane>;
  readonly #lanes: Lane[];
  readonly #lines: Record<Lane, FairQueue<Waiting>>;
  readonly #paces: Record<Lane, Pace>;
  // Which lane has each of them.
  readonly #slots: (Lane | null)[];
  #nextLane = 0;
  #onIdle: (() => void) | null = null;

  constructor(rules: AdmissionRules<Lane>) {
    this.#rules = rules;
    this.#slots = Array.from({ length: rules.slots }, () => null);
    this.#lanes = Object.keys(rules.shares(rules.slots)) as Lane[];
    const forEach = <Value>(make: () => Value) =>
      Object.fromEntries(this.#lanes.map((lane) => [lane, make()])) as Record<Lane, Value>;
    this.#lines = forEach(() => new FairQueue<Waiting>());
    this.#paces = forEach(() => new Pace());
  }

  /** Those in line, and those under way. */
  count(lanes: readonly Lane[] = this.#lanes): number {
    const underWay = this.#slots.filter((lane) => lane !== null && lanes.includes(lane)).length;
    return lanes.reduce((sum, lane) => sum + this.#lines[lane].count, underWay);
  }

  /** Of those that wait for their turn. */
  get queued(): number {
    return this.#lanes.reduce((sum, lane) => sum + this.#lines[lane].count, 0);
  }

  addSlot(): void {
    this.#slots.push(null);
    this.#beginAll();
  }

  /** `begin` is told which slot it has, and how long it may take. */
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
        giveUp: () => {
          waiting.isGone = true;
          reject(new Overloaded(`${this.#rules.name}: no turn in time`));
        },
      };
      this.#lines[lane].add(who, waiting);
      this.#beginAll();
      if (hasBegun) return;
      timer = setTimeout(waiting.giveUp, turnMsMax);
      this.#rules.onWait?.();
    });
  }

  /** When nothing is in line or under way, or after that time. */
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

  /** Why it is refused, if it is: also when its turn would come later than that. */
  #refusal(lane: Lane, who: Requester, turnMsMax: number): string | null {
    const line = this.#lines[lane];
    const { waitingMax } = this.#rules;
    if (line.count >= waitingMax) return 'too many waiting';
    if (line.countOf(who.brandId) >= waitingMax * brandShareOfWaiting) return 'too many of a brand';
    const share = this.#rules.shares(this.#slots.length)[lane];
    return this.#paces[lane].msOf(line.aheadOf(who)) / share > turnMsMax ? 'too long a line' : null;
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

  // Lanes take turns as well: none has to wait until another is empty.
  #next(slot: number): Waiting | undefined {
    const shares = this.#rules.shares(this.#slots.length);
    for (let asked = 0; asked < this.#lanes.length; asked++) {
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
    for (let waiting; (waiting = this.#lines[lane].next());) {
      if (performance.now() < waiting.beginsUntil) return waiting;
      waiting.giveUp();
    }
    return undefined;
  }
}
