// A few slots for costly work. Brands take turns for them, and within a brand its callers.
import { FairQueue, type Requester } from '#core/fair-queue.ts';
import { Overloaded } from '#db/database.ts';

interface Waiting {
  isGone: boolean;
  begin(): void;
}

interface FairSlotsOptions {
  slots: number;
  waitingMax: number;
  waitingPerBrandMax: number;
}

export class FairSlots {
  readonly #queue = new FairQueue<Waiting>();
  readonly #options: FairSlotsOptions;
  #taken = 0;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  /** Throws Overloaded when too many wait, and when there is no slot in time. */
  run<Result>(who: Requester, waitMsMax: number, work: () => Promise<Result>): Promise<Result> {
    const { waitingMax, waitingPerBrandMax } = this.#options;
    const isFull =
      this.#queue.count >= waitingMax || this.#queue.countOf(who.brandId) >= waitingPerBrandMax;
    if (isFull) return Promise.reject(new Overloaded('too many wait for a slot'));
    return this.#run(() => this.#turn(who, waitMsMax), work);
  }

  /** Waits as long as it takes: for jobs, which are few. */
  runWhenFree<Result>(who: Requester, work: () => Promise<Result>): Promise<Result> {
    const turn = () => new Promise<void>((begin) => this.#queue.add(who, { isGone: false, begin }));
    return this.#run(turn, work);
  }

  async #run<Result>(turn: () => Promise<void>, work: () => Promise<Result>): Promise<Result> {
    if (this.#taken < this.#options.slots) this.#taken++;
    else await turn();
    try {
      return await work();
    } finally {
      const next = this.#queue.next();
      if (next) next.begin();
      else this.#taken--;
    }
  }

  /** The slot passes from the one that ends to the next. */
  #turn(who: Requester, waitMsMax: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.isGone = true;
        this.#queue.dropGone();
        reject(new Overloaded('no slot in time'));
      }, waitMsMax);
      const waiting: Waiting = {
        isGone: false,
        begin() {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#queue.add(who, waiting);
    });
  }
}
