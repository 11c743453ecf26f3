// Which pages are the same to the last byte, told by a number: who has kept a page need not be handed it again.
import type { RecordKey } from '#db/record-key.ts';

// The same array for the same keys, where the engine can tell: see `Database.keys`.
type Keys = readonly RecordKey[];

export class PageEditions {
  // By the size that was asked for, which stands on the page.
  readonly #given = new WeakMap<Keys, Map<number, number>>();
  #last = 0;

  editionOf(keys: Keys, limit: number): number {
    const ofKeys = this.#given.get(keys) ?? new Map<number, number>();
    const edition = ofKeys.get(limit) ?? ++this.#last;
    this.#given.set(keys, ofKeys.set(limit, edition));
    return edition;
  }
}
