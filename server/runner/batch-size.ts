// How many leads share the next batch: the longer the line the more, as a commit costs the same for all of them; few
// while another brand sends leads too, as its next lead is behind the batches under way.
import { Pace } from '#core/pace.ts';

const sizeMin = 32;
const sizeMax = 256;
const shareOfWaiting = 1 / 4;
// Where brands share the database: for each that waits, and so long after the last lead of another.
const sizePerBrand = 16;
const sharedForMs = 60_000;

export class BatchSize {
  readonly #msMax: number;
  // Of full batches: a lead by itself takes longer than its share of one. Others only show that it got better.
  readonly #pace = new Pace();
  #lastBrandId = '';
  #sharedUntil = -Infinity;

  /** No batch takes longer than that, as far as can be told. */
  constructor(msMax: number) {
    this.#msMax = msMax;
  }

  noteBrand(brandId: string): void {
    if (brandId === this.#lastBrandId) return;
    if (this.#lastBrandId !== '') this.#sharedUntil = performance.now() + sharedForMs;
    this.#lastBrandId = brandId;
  }

  noteBatch(tookMs: number, { count, isFull }: { count: number; isFull: boolean }): void {
    if (isFull || tookMs < this.#pace.msOf(count)) this.#pace.note(tookMs, count);
  }

  msOf(leads: number): number {
    return this.#pace.msOf(leads);
  }

  next({ count, brands }: { count: number; brands: number }): number {
    if (performance.now() < this.#sharedUntil) return Math.min(brands * sizePerBrand, sizeMax);
    const inTime = this.#pace.countIn(this.#msMax);
    return Math.max(Math.min(Math.ceil(count * shareOfWaiting), inTime, sizeMax), sizeMin);
  }
}
