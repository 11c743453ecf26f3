// How many leads share the next batch: the longer the line the more, as a commit costs the same for all of them; few
// while another brand sends leads too, as its next lead is behind the batches under way.
import { Pace } from '#core/pace.ts';

const sizeMin = 32;
const sizeMax = 256;
const shareOfWaiting = 1 / 4;
// Under a load of many brands batches grow too, later.
const sharedShareOfWaiting = 1 / 16;
// Where brands share the database: so long after the last lead of another.
const sharedForMs = 60_000;

export class BatchSize {
  readonly #msMax: number;
  readonly #perBrand: number;
  // Of full batches: a lead by itself takes longer than its share of one. Others only show that it got better.
  readonly #pace = new Pace();
  #lastBrandId = '';
  #sharedUntil = -Infinity;

  /**
   * No batch takes longer than `msMax`, as far as can be told. Where brands share the database it has `perBrand` leads for each
   * that waits.
   */
  constructor({ msMax, perBrand }: { msMax: number; perBrand: number }) {
    this.#msMax = msMax;
    this.#perBrand = perBrand;
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

  /** Several brands have sent leads lately. */
  isShared(): boolean {
    return performance.now() < this.#sharedUntil;
  }

  next({ count, brands }: { count: number; brands: number }): number {
    if (this.isShared()) {
      const size = Math.max(brands * this.#perBrand, Math.ceil(count * sharedShareOfWaiting));
      return Math.min(size, sizeMax);
    }
    const inTime = this.#pace.countIn(this.#msMax);
    return Math.max(Math.min(Math.ceil(count * shareOfWaiting), inTime, sizeMax), sizeMin);
  }
}
