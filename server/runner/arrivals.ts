// Those who have come and not yet gone, in the order in which they came; most leave in the same order. A Set or a Map that
// many come to and leave keeps what is gone: every so often the engine gives it a new table, to which the one before points.
// Once one of these tables counts as old, so do all that follow, and what was in them is kept until old objects are looked
// through: 2 MB for every thousand leads.

export class Arrivals<One> {
  readonly #here: One[] = [];

  get count(): number {
    return this.#here.length;
  }

  add(one: One): void {
    this.#here.push(one);
  }

  /** Nothing happens when it is gone already. */
  remove(one: One): void {
    const at = this.#here.indexOf(one);
    if (at !== -1) this.#here.splice(at, 1);
  }

  /** It is gone then. */
  take(isMeant: (one: One) => boolean): One | undefined {
    const at = this.#here.findIndex(isMeant);
    return at === -1 ? undefined : this.#here.splice(at, 1)[0];
  }

  /** As they are now: any of them may leave meanwhile. */
  all(): readonly One[] {
    return [...this.#here];
  }
}
