// How many posts of forms and hooks are taken in at the same time. They may be sent by anybody, in any
// number: a few slots leave the database to the API. Channels take turns, and within one the addresses.
import { FairQueue, type Requester } from '#core/fair-queue.ts';
import { Overloaded } from '#db/database.ts';

interface Waiting {
  isGone: boolean;
  begin(): void;
}

const waitingMax = 200;
const channelShare = 1 / 2;

// Two take in some hundred posts a second.
const slotsMax = 2;
// An upload takes several times its size while it is read and stored.
const uploadsMax = 2;
const smallBytesMax = 1024 * 1024;

export class PostSlots {
  readonly #small = new Slots(slotsMax);
  readonly #uploads = new Slots(uploadsMax);

  run<Result>(
    { bytes, ...who }: Poster & { bytes: number },
    waitMsMax: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return (bytes <= smallBytesMax ? this.#small : this.#uploads).run(who, waitMsMax, work);
  }
}

interface Poster {
  channel: string;
  address: string;
}

class Slots {
  readonly #queue = new FairQueue<Waiting>();
  readonly #slots: number;
  #taken = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Throws when too many wait, and when there is no slot in time. */
  async run<Result>(
    { channel, address }: Poster,
    waitMsMax: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#taken < this.#slots) this.#taken++;
    else await this.#turn({ brandId: channel, caller: address }, waitMsMax);
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
    const ofChannel = this.#queue.countOf(who.brandId);
    if (this.#queue.count >= waitingMax || ofChannel >= waitingMax * channelShare) {
      return Promise.reject(new Overloaded('too many posts wait for a slot'));
    }
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
