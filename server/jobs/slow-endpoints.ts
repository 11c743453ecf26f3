/** Endpoints whose last attempt from this server was slow. A full set evicts its oldest entry. */
export class SlowEndpoints {
  readonly #ids = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  mark(id: string, isSlow: boolean): void {
    this.#ids.delete(id);
    if (!isSlow) return;
    this.#ids.add(id);
    if (this.#ids.size > this.#most) this.#ids.delete(this.#ids.values().next().value!);
  }
}
