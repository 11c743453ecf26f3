// Has events numbered soon after they were committed, one call at a time for each brand. What it misses,
// because the server dies or the database does, is found by the sweep.

export class EventNumbering {
  readonly #number: (brandId: string) => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  #isStopped = false;

  constructor(number: (brandId: string) => Promise<unknown>, onError: (error: unknown) => void) {
    this.#number = number;
    this.#onError = onError;
  }

  soon(brandId: string): void {
    if (this.#isStopped) return;
    if (this.#underWay.has(brandId)) {
      this.#again.add(brandId);
      return;
    }
    const run = this.#number(brandId)
      .catch(this.#onError)
      .finally(() => {
        this.#underWay.delete(brandId);
        if (this.#again.delete(brandId)) this.soon(brandId);
      }) as Promise<void>;
    this.#underWay.set(brandId, run);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#underWay.values());
  }
}
