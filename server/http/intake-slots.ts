// How many posts of forms and hooks are taken in at the same time. They may be sent by anybody, in any
// number: a few slots leave the database to the API. Channels take turns, and within one the addresses.
import { FairSlots } from '#runner/fair-slots.ts';

const waiting = { waitingMax: 200, waitingPerBrandMax: 100 };
// Two take in some hundred posts a second.
const slotsMax = 2;
// An upload takes several times its size while it is read and stored.
const uploadsMax = 2;
const smallBytesMax = 1024 * 1024;

export class PostSlots {
  readonly #small = new FairSlots({ slots: slotsMax, ...waiting });
  readonly #uploads = new FairSlots({ slots: uploadsMax, ...waiting });

  run<Result>(
    { bytes, channel: brandId, address: caller }: Poster & { bytes: number },
    waitMsMax: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const slots = bytes <= smallBytesMax ? this.#small : this.#uploads;
    return slots.run({ brandId, caller }, waitMsMax, work);
  }
}

interface Poster {
  channel: string;
  address: string;
}
