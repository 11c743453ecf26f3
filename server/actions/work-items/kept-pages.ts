// Pages that were asked for again while nothing on them had changed. Each answer gets a copy, which changes hands between
// threads. Memory that threads share would do without, but nobody counts it: it would not be given back for a long time.
import { RecentlyUsed } from '#db/recently-used.ts';
import type { RecordKey } from '#db/record-key.ts';
import type { ListPage } from '../list-page.ts';

// The same array for the same keys, where the engine can tell: see `Database.keys`.
type Keys = readonly RecordKey[];

export class KeptPages {
  readonly #pageBytesMax: number;
  readonly #limitsAsked = new WeakMap<Keys, number>();
  readonly #pages: RecentlyUsed<Keys, { limit: number; page: ListPage }>;

  constructor(bytesMax: number, pageBytesMax: number) {
    this.#pageBytesMax = pageBytesMax;
    this.#pages = new RecentlyUsed(bytesMax, ({ page }) => page.body.length);
  }

  find(keys: Keys, limit: number): ListPage | undefined {
    const kept = this.#pages.get(keys);
    return kept?.limit === limit ? copyOf(kept.page) : undefined;
  }

  /** Keeps a copy of what was just made, if it had been made before. */
  note(keys: Keys, limit: number, page: ListPage): void {
    const isMadeAgain = this.#limitsAsked.get(keys) === limit;
    this.#limitsAsked.set(keys, limit);
    if (!isMadeAgain || page.body.length > this.#pageBytesMax) return;
    this.#pages.set(keys, { limit, page: copyOf(page) });
  }
}

function copyOf({ body, next }: ListPage): ListPage {
  return { body: body.slice(), next };
}
