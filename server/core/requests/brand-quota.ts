// Estimates how many bytes each brand has stored. A brand is measured when first seen, and again after
// adding a tenth of its quota. So writers keep no exact count that could drift.

interface Usage {
  measured: number;
  added: number;
}

const remeasureShare = 0.1;
/** The share of the quota to trim a full brand to, which leaves room until the next measurement. */
export const quotaKept = 1 - remeasureShare;
// The brand measured longest ago is evicted, and measured again when next seen.
const brandsMax = 10_000;

export class BrandQuota {
  readonly bytesMax: number;
  readonly #brands = new Map<string, Usage>();

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  add(brandId: string, bytes: number): void {
    const usage = this.#brands.get(brandId);
    if (usage) usage.added += bytes;
  }

  measured(brandId: string, bytes: number): void {
    this.#brands.delete(brandId);
    const [oldest] = this.#brands.keys();
    if (this.#brands.size >= brandsMax) this.#brands.delete(oldest!);
    this.#brands.set(brandId, { measured: bytes, added: 0 });
  }

  /** Whether the brand must be measured. */
  isDue(brandId: string): boolean {
    const usage = this.#brands.get(brandId);
    return usage === undefined || usage.added >= this.bytesMax * remeasureShare;
  }

  isFull(brandId: string): boolean {
    const usage = this.#brands.get(brandId);
    return usage !== undefined && usage.measured + usage.added >= this.bytesMax;
  }

  /** The highest quota usage of any brand, as a share of the quota. */
  get fullest(): number {
    let most = 0;
    for (const { measured, added } of this.#brands.values()) {
      most = Math.max(most, measured + added);
    }
    return most / this.bytesMax;
  }
}
