/** A sum per brand, and the total. */
export class BrandWeights {
  readonly #ofBrand = new Map<string, number>();
  #ofAll = 0;

  get ofAll(): number {
    return this.#ofAll;
  }

  of(brandId: string): number {
    return this.#ofBrand.get(brandId) ?? 0;
  }

  add(brandId: string, weight: number): void {
    const sum = this.of(brandId) + weight;
    if (sum > 0) this.#ofBrand.set(brandId, sum);
    else this.#ofBrand.delete(brandId);
    this.#ofAll += weight;
  }
}
