// An unordered list of pending entries with O(1) add and swap-remove. A Set or Map with many
// short-lived entries leaks into V8's old generation: rehashed tables point to each other, and once
// one is promoted so are all that follow, with their entries. That was 2 MB per thousand leads
// until the next major collection.

export interface PendingEntry {
  /** In the list, or `notQueued`. */
  index: number;
}

export const notQueued = -1;

export class PendingList<Entry extends PendingEntry> {
  readonly #entries: Entry[] = [];

  add(entry: Entry): void {
    entry.index = this.#entries.push(entry) - 1;
  }

  /** Does nothing for an entry that was removed before. */
  remove(entry: Entry): void {
    const { index } = entry;
    if (index === notQueued) return;
    entry.index = notQueued;
    const last = this.#entries.pop()!;
    if (last === entry) return;
    this.#entries[index] = last;
    last.index = index;
  }

  /** A copy, so that entries can be removed while it is iterated. */
  all(): readonly Entry[] {
    return [...this.#entries];
  }
}
