// A least-recently-used cache, bounded by the total size of its values.

export class LruCache<Key, Value> {
  readonly #sizeMax: number;
  readonly #sizeOf: (value: Value) => number;
  // Least recently used first: a Map iterates in insertion order.
  readonly #entries = new Map<Key, Value>();
  #size = 0;

  constructor(sizeMax: number, sizeOf: (value: Value) => number) {
    this.#sizeMax = sizeMax;
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
    this.#evict(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const leastRecent of this.#entries.keys()) {
      if (this.#size <= this.#sizeMax) break;
      this.#evict(leastRecent);
    }
  }

  #evict(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
