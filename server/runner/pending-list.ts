// Those who have come and not yet gone, in no order. A Set or a Map that many come to and leave keeps what is gone: every so
// often the engine gives it a new table, to which the one before points. Once one of these tables counts as old, so do all
// that follow, and what was in them is kept until old objects are looked through: 2 MB for every thousand leads.

export interface PendingEntry {
  /** Among the others. */
  index: number;
}

export const notQueued = -1;

export class PendingList<One extends PendingEntry> {
  readonly #here: One[] = [];

  get count(): number {
    return this.#here.length;
  }

  add(one: One): void {
    one.index = this.#here.push(one) - 1;
  }

  /** Nothing happens when it is gone already. */
  remove(one: One): void {
    const { index } = one;
    if (index === notQueued) return;
    one.index = notQueued;
    const last = this.#here.pop()!;
    if (last === one) return;
    this.#here[index] = last;
    last.index = index;
  }

  find(isMeant: (one: One) => boolean): One | undefined {
    return this.#here.find(isMeant);
  }

  /** As they are now: any of them may leave meanwhile. */
  all(): readonly One[] {
    return [...this.#here];
  }
}
