// Records as JSON bytes, kept in memory under their version. A page reads keys and versions first and
// then only those records that are new or changed since, so a cached record can never be out of date.

interface VersionedKey {
  id: string;
  version: string;
}

const entryOverheadBytes = 200;

export class RecordCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, { version: string; json: Buffer }>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The JSON of every key, in their order; `load` is asked once for all that are missing. */
  async get(
    keys: readonly VersionedKey[],
    load: (ids: string[]) => Promise<Map<string, string>>,
  ): Promise<Buffer[]> {
    const cached = keys.map(({ id, version }) => this.#find(id, version));
    const missing = keys.filter((_, index) => cached[index] === undefined).map(({ id }) => id);
    if (missing.length === 0) return cached as Buffer[];
    const loaded = await load(missing);
    return keys.map(({ id, version }, index) => {
      return cached[index] ?? this.#keep(id, version, Buffer.from(loaded.get(id)!));
    });
  }

  // What is asked for moves to the end of the map; what nobody asks for comes to its front.
  #find(id: string, version: string): Buffer | undefined {
    const entry = this.#entries.get(id);
    if (entry?.version !== version) return undefined;
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    return entry.json;
  }

  #keep(id: string, version: string, json: Buffer): Buffer {
    this.#drop(id);
    this.#entries.set(id, { version, json });
    this.#bytes += json.length + entryOverheadBytes;
    for (const longestUnused of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(longestUnused);
    }
    return json;
  }

  #drop(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#bytes -= entry.json.length + entryOverheadBytes;
  }
}
