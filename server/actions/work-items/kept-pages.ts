// Pages that were asked for again while nothing on them had changed. Each answer gets a copy, which changes hands between
// threads. Memory that threads share would do without, but nobody counts it: it would not be given back for a long time.
import type { RecordKey } from '#db/record-key.ts';
import type { ListPage } from '../list-page.ts';

// The same array for the same keys, where the engine can tell: see `Database.keys`.
type Keys = readonly RecordKey[];

export class KeptPages {
  readonly #bytesMax: number;
  readonly #pageBytesMax: number;
  readonly #limitsAsked = new WeakMap<Keys, number>();
  readonly #pages = new Map<Keys, { limit: number; page: ListPage }>();
  #bytes = 0;

  constructor(bytesMax: number, pageBytesMax: number) {
    this.#bytesMax = bytesMax;
    this.#pageBytesMax = pageBytesMax;
  }

  find(keys: Keys, limit: number): ListPage | undefined {
    const kept = this.#pages.get(keys);
    if (kept?.limit !== limit) return undefined;
    // What is asked for moves to the end of the map; what nobody asks for comes to its front.
    this.#pages.delete(keys);
    this.#pages.set(keys, kept);
    return { body: kept.page.body.slice(), next: kept.page.next };
  }

  /** Keeps a copy of what was just made, if it had been made before. */
  note(keys: Keys, limit: number, { body, next }: ListPage): void {
    const isMadeAgain = this.#limitsAsked.get(keys) === limit;
    this.#limitsAsked.set(keys, limit);
    if (!isMadeAgain || body.length > this.#pageBytesMax) return;
    this.#drop(keys);
    this.#pages.set(keys, { limit, page: { body: body.slice(), next } });
    this.#bytes += body.length;
    for (const longestUnused of this.#pages.keys()) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#drop(longestUnused);
    }
  }

  #drop(keys: Keys): void {
    const kept = this.#pages.get(keys);
    if (!kept) return;
    this.#pages.delete(keys);
    this.#bytes -= kept.page.body.length;
  }
}
