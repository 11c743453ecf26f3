// How much of one kind is stored for each brand, as far as this server knows. A brand is measured when it is first seen, and
// again when a tenth of its bound was added: so no writer has to keep a count, and none can go astray.

interface Known {
  measured: number;
  added: number;
}

const measuredAgainAt = 0.1;
/** To which a brand over its bound is brought back, so that what is added until it is measured again finds room. */
export const quotaKept = 1 - measuredAgainAt;
// Those that were not seen for the longest time are measured anew when they are.
const brandsMax = 10_000;

export class BrandQuota {
  readonly bytesMax: number;
  readonly #brands = new Map<string, Known>();

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  add(brandId: string, bytes: number): void {
    const known = this.#brands.get(brandId);
    if (known) known.added += bytes;
  }

  measured(brandId: string, bytes: number): void {
    this.#brands.delete(brandId);
    const [oldest] = this.#brands.keys();
    if (this.#brands.size >= brandsMax) this.#brands.delete(oldest!);
    this.#brands.set(brandId, { measured: bytes, added: 0 });
  }

  /** Whether it is time to measure. */
  isDue(brandId: string): boolean {
    const known = this.#brands.get(brandId);
    return known === undefined || known.added >= this.bytesMax * measuredAgainAt;
  }

  isFull(brandId: string): boolean {
    const known = this.#brands.get(brandId);
    return known !== undefined && known.measured + known.added >= this.bytesMax;
  }

  /** Of the bound, that of the brand which has the most. */
  get fullest(): number {
    let most = 0;
    for (const { measured, added } of this.#brands.values()) {
      most = Math.max(most, measured + added);
    }
    return most / this.bytesMax;
  }
}
