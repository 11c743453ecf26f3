// Records as JSON bytes, kept in memory under their version. A page reads keys and versions first and
// then only those records that are new or changed since, so a cached record can never be out of date.

export interface VersionedKey {
  id: string;
  version: string;
}

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
    const missing = keys.filter(({ id, version }) => this.#entries.get(id)?.version !== version);
    const loaded = missing.length > 0 ? await load(missing.map(({ id }) => id)) : undefined;
    return keys.map(({ id, version }) => {
      const json = loaded?.get(id);
      if (json === undefined) return this.#entries.get(id)!.json;
      const bytes = Buffer.from(json);
      this.#keep(id, version, bytes);
      return bytes;
    });
  }

  // The oldest entries go first; a record that is still wanted comes back with its next page.
  #keep(id: string, version: string, json: Buffer): void {
    const before = this.#entries.get(id);
    if (before) this.#bytes -= before.json.length + entryOverheadBytes;
    this.#entries.delete(id);
    this.#entries.set(id, { version, json });
    this.#bytes += json.length + entryOverheadBytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.json.length + entryOverheadBytes;
    }
  }
}

const entryOverheadBytes = 200;
