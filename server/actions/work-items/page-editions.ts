// Which pages are the same to the last byte, told by a number: who has kept a page need not be handed it again.
import type { RecordKey } from '#db/record-key.ts';

// The same array for the same keys, where the engine can tell: see `Database.keys`.
type Keys = readonly RecordKey[];

export class PageEditions {
  readonly #given = new WeakMap<Keys, { limit: number; edition: number }>();
  #last = 0;

  editionOf(keys: Keys, limit: number): number {
    const given = this.#given.get(keys);
    if (given?.limit === limit) return given.edition;
    const edition = ++this.#last;
    this.#given.set(keys, { limit, edition });
    return edition;
  }
}
