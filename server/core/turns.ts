// Whose turn it is when more is asked for than can be done at once: brands take turns, and within a brand its callers.
// So who asks for a thousand things delays another by what is under way, and never by the thousand.

export interface Who {
  brandId: string;
  /** A key, a member, or the address of one who has not said who it is. */
  caller: string;
}

interface Waiting {
  /** Its caller was told to come back: it takes no turn. */
  readonly isGone: boolean;
}

interface Brand<One> {
  callers: Map<string, One[]>;
  count: number;
}

export class Turns<One extends Waiting> {
  // Both in the order of their turns: who had one goes to the end.
  readonly #brands = new Map<string, Brand<One>>();
  #count = 0;

  /** Those that are gone count until it would be their turn, or they are dropped. */
  get count(): number {
    return this.#count;
  }

  /** Brands with something in the queue. */
  get brands(): number {
    return this.#brands.size;
  }

  countOf(brandId: string): number {
    return this.#brands.get(brandId)?.count ?? 0;
  }

  add({ brandId, caller }: Who, one: One): void {
    const brand = entryOf(this.#brands, brandId, () => ({ callers: new Map(), count: 0 }));
    entryOf<One[]>(brand.callers, caller, () => []).push(one);
    brand.count++;
    this.#count++;
  }

  /** Brands that are left out keep their place. */
  next(isLeftOut?: (brandId: string) => boolean): One | undefined {
    const take = (brand: Brand<One>) => {
      const one = inTurn(brand.callers, (line) => {
        const first = this.#firstIn(brand, line);
        if (first) this.#drop(brand, line);
        return { taken: first, isDone: line.length === 0 };
      });
      return { taken: one, isDone: brand.count === 0 };
    };
    return inTurn(this.#brands, take, isLeftOut);
  }

  /** How many at most have their turn before the caller's next. */
  aheadOf({ brandId, caller }: Who): number {
    const brand = this.#brands.get(brandId);
    const ofBrand = brand?.count ?? 0;
    const ofCaller = brand?.callers.get(caller)?.length ?? 0;
    const turns = ofCaller + 1;
    const otherCallers = brand ? brand.callers.size - (ofCaller > 0 ? 1 : 0) : 0;
    const inBrand = ofCaller + Math.min(ofBrand - ofCaller, otherCallers * turns);
    const otherBrands = this.#brands.size - (brand ? 1 : 0);
    return inBrand + Math.min(this.#count - ofBrand, otherBrands * (inBrand + 1));
  }

  dropGone(): void {
    for (const [brandId, brand] of this.#brands) {
      for (const [caller, line] of brand.callers) {
        const left = line.filter(({ isGone }) => !isGone);
        brand.count -= line.length - left.length;
        this.#count -= line.length - left.length;
        if (left.length > 0) brand.callers.set(caller, left);
        else brand.callers.delete(caller);
      }
      if (brand.count === 0) this.#brands.delete(brandId);
    }
  }

  #firstIn(brand: Brand<One>, line: One[]): One | undefined {
    while (line[0]?.isGone) this.#drop(brand, line);
    return line[0];
  }

  #drop(brand: Brand<One>, line: One[]): void {
    line.shift();
    brand.count--;
    this.#count--;
  }
}

function entryOf<Entry>(entries: Map<string, Entry>, name: string, make: () => Entry): Entry {
  let entry = entries.get(name);
  if (!entry) entries.set(name, (entry = make()));
  return entry;
}

/** Takes from the first that has any. Each that was asked goes to the end, or away when it has no more. */
function inTurn<Entry, One>(
  entries: Map<string, Entry>,
  take: (entry: Entry) => { taken: One | undefined; isDone: boolean },
  isLeftOut: (name: string) => boolean = () => false,
): One | undefined {
  for (const [name, entry] of entries) {
    if (isLeftOut(name)) continue;
    const { taken, isDone } = take(entry);
    entries.delete(name);
    if (!isDone) entries.set(name, entry);
    if (taken !== undefined) return taken;
  }
  return undefined;
}
