// The size of the next batch of leads. It grows with the queue, because a commit costs the same for
// all of them. It stays small while several brands send leads, because the next lead of another
// brand waits behind the batches in flight.
import { Pace } from '#core/pace.ts';

const sizeMin = 32;
const sizeMax = 256;
const shareOfWaiting = 1 / 4;
// Batches grow under a load of many brands too, but more slowly.
const sharedShareOfWaiting = 1 / 16;
// Brands share the database for this long after a lead of another brand.
const sharedForMs = 60_000;

export class BatchSize {
  readonly #msMax: number;
  readonly #perBrand: number;
  // Measured on full batches, because a single lead takes longer than its share of one. Smaller
  // batches only lower it.
  readonly #pace = new Pace();
  #lastBrandId = '';
  #sharedUntil = -Infinity;

  /**
   * No batch is expected to take longer than `msMax`. While brands share the database it has
   * `perBrand` leads of each waiting brand.
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

  /** Whether several brands sent leads lately. */
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
