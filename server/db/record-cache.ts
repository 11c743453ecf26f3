// Records as JSON bytes, kept in memory under their version. A page reads keys and versions first and
// then only those records that are new or changed since, so a cached record can never be out of date. In another era
// (`Database.era`) versions say nothing about those of the one before.
import { DatabaseUnavailable } from './database.ts';
import { RecentlyUsed } from './recently-used.ts';

interface VersionedKey {
  id: string;
  version: string;
}

const entryOverheadBytes = 200;

export class RecordCache {
  readonly #records: RecentlyUsed<string, { version: string; json: Buffer }>;
  #era = 0;

  constructor(bytesMax: number) {
    this.#records = new RecentlyUsed(bytesMax, ({ json }) => json.length + entryOverheadBytes);
  }

  /**
   * The JSON of every key, in their order; `load` is asked once for all that are missing. Without an era, when it changed while
   * the keys were read, for all.
   */
  async get(
    keys: readonly VersionedKey[],
    era: number | null,
    load: (ids: string[]) => Promise<Map<string, string>>,
  ): Promise<Buffer[]> {
    if (era !== null && era !== this.#era) {
      this.#records.clear();
      this.#era = era;
    }
    const cached = keys.map(({ id, version }) =>
      era === null ? undefined : this.#find(id, version),
    );
    const missing = keys.filter((_, index) => cached[index] === undefined).map(({ id }) => id);
    if (missing.length === 0) return cached as Buffer[];
    const loaded = await load(missing);
    return keys.map(({ id, version }, index) => {
      const known = cached[index];
      if (known) return known;
      const text = loaded.get(id);
      // Nothing is ever deleted; but a server that took over may not have it.
      if (text === undefined) throw new DatabaseUnavailable('a record that was listed is gone');
      const json = Buffer.from(text);
      if (era === this.#era) this.#records.set(id, { version, json });
      return json;
    });
  }

  #find(id: string, version: string): Buffer | undefined {
    const record = this.#records.get(id);
    return record?.version === version ? record.json : undefined;
  }
}
