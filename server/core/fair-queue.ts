// A fair queue: round-robin over brands, and within a brand over its callers. A caller with a thousand
// requests delays the others by the requests in flight, never by the thousand.

export interface Requester {
  brandId: string;
  /** A key, a member, or the client address of an anonymous request. */
  caller: string;
}

interface Waiting {
  /** Its caller has been refused or disconnected; the entry is skipped. */
  readonly isGone: boolean;
}

interface Brand<One> {
  callers: Map<string, One[]>;
  count: number;
}

export class FairQueue<One extends Waiting> {
  // Brands and callers in round-robin order: a served one moves to the end.
  readonly #brands = new Map<string, Brand<One>>();
  #count = 0;

  /** Gone entries count until they are skipped or dropped. */
  get count(): number {
    return this.#count;
  }

  /** The number of brands in the queue. */
  get brands(): number {
    return this.#brands.size;
  }

  countOf(brandId: string): number {
    return this.#brands.get(brandId)?.count ?? 0;
  }

  add({ brandId, caller }: Requester, one: One): void {
    const brand = entryOf(this.#brands, brandId, () => ({ callers: new Map(), count: 0 }));
    entryOf<One[]>(brand.callers, caller, () => []).push(one);
    brand.count++;
    this.#count++;
  }

  /** Takes the next entry. Excluded brands keep their position. */
  next(isExcluded?: (brandId: string) => boolean): One | undefined {
    const take = (brand: Brand<One>) => {
      const one = takeRoundRobin(brand.callers, (queue) => {
        const first = this.#firstIn(brand, queue);
        if (first) this.#drop(brand, queue);
        return { taken: first, isDone: queue.length === 0 };
      });
      return { taken: one, isDone: brand.count === 0 };
    };
    return takeRoundRobin(this.#brands, take, isExcluded);
  }

  /** An upper bound of the entries served before a new one of this caller. */
  aheadOf({ brandId, caller }: Requester): number {
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
      for (const [caller, queue] of brand.callers) {
        const remaining = queue.filter(({ isGone }) => !isGone);
        brand.count -= queue.length - remaining.length;
        this.#count -= queue.length - remaining.length;
        if (remaining.length > 0) brand.callers.set(caller, remaining);
        else brand.callers.delete(caller);
      }
      if (brand.count === 0) this.#brands.delete(brandId);
    }
  }

  #firstIn(brand: Brand<One>, queue: One[]): One | undefined {
    while (queue[0]?.isGone) this.#drop(brand, queue);
    return queue[0];
  }

  #drop(brand: Brand<One>, queue: One[]): void {
    queue.shift();
    brand.count--;
    this.#count--;
  }
}

function entryOf<Entry>(entries: Map<string, Entry>, name: string, make: () => Entry): Entry {
  let entry = entries.get(name);
  if (!entry) entries.set(name, (entry = make()));
  return entry;
}

/** Takes from the first entry that has one. A visited entry moves to the end; an empty one is removed. */
function takeRoundRobin<Entry, One>(
  entries: Map<string, Entry>,
  take: (entry: Entry) => { taken: One | undefined; isDone: boolean },
  isExcluded: (name: string) => boolean = () => false,
): One | undefined {
  for (const [name, entry] of entries) {
    if (isExcluded(name)) continue;
    const { taken, isDone } = take(entry);
    entries.delete(name);
    if (!isDone) entries.set(name, entry);
    if (taken !== undefined) return taken;
  }
  return undefined;
}
