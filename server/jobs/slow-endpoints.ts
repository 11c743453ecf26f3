/** Those whose last attempt was slow, as far as this server made it; the latest, when there are too many to know all. */
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
