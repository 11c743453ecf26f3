// What was used lately, as much as there is room for: what nobody asked for the longest time goes first.

export class RecentlyUsed<Key, Value> {
  readonly #room: number;
  readonly #sizeOf: (value: Value) => number;
  // In the order of their use.
  readonly #entries = new Map<Key, Value>();
  #size = 0;

  constructor(room: number, sizeOf: (value: Value) => number) {
    this.#room = room;
    this.#sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#drop(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const longestUnused of this.#entries.keys()) {
      if (this.#size <= this.#room) break;
      this.#drop(longestUnused);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }

  #drop(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
