// Which connections may be open at once, and which of them makes room for another. A connection is idle while no request
// is under way on it: before the first, between two, and in the middle of sending one.

export interface Held {
  /** Of the client; for IPv6 its network. */
  readonly address: string;
  /** Its client is a proxy, which comes for many and has no share. */
  readonly isProxy: boolean;
}

interface Limits {
  /** Of all addresses together. */
  max: number;
  perAddressMax: number;
}

/** The connections of one address; the idle ones in the order in which they became so, each with its number in it. */
interface Holder<Connection> {
  all: Set<Connection>;
  idle: Map<Connection, number>;
}

// Above the limit, for as long as it takes to say that there is no room, or to answer a health check.
const sparesMax = 16;

export class ConnectionPlaces<Connection extends Held> {
  readonly #limits: Limits;
  readonly #holders = new Map<string, Holder<Connection>>();
  // The oldest first.
  readonly #spares = new Set<Connection>();
  #taken = 0;
  #lastIdle = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#taken + this.#spares.size;
  }

  /**
   * Returns the connection that is to be closed for it, if any: the longest idle one, of the address itself when that has
   * its share, else of the address that holds the most. None loses a place to an address that holds as many.
   */
  add(connection: Connection): Connection | null {
    const evicted = this.hasRoomFor(connection) ? null : this.#idleFor(connection);
    if (evicted) this.remove(evicted);
    if (this.hasRoomFor(connection)) {
      this.#take(connection);
      return evicted;
    }
    const crowded = this.#spares.size < sparesMax ? null : this.#oldestSpare(connection);
    if (crowded) this.#spares.delete(crowded);
    this.#spares.add(connection);
    return crowded;
  }

  isSpare(connection: Connection): boolean {
    return this.#spares.has(connection);
  }

  hasShareLeft({ address, isProxy }: Held): boolean {
    const held = this.#holders.get(address)?.all.size ?? 0;
    return isProxy || held < this.#limits.perAddressMax;
  }

  hasRoomFor(connection: Held): boolean {
    return this.#taken < this.#limits.max && this.hasShareLeft(connection);
  }

  /** A spare connection takes a place that has become free. */
  promote(connection: Connection): void {
    this.#spares.delete(connection);
    this.#take(connection);
  }

  beginsWork(connection: Connection): void {
    this.#holders.get(connection.address)?.idle.delete(connection);
  }

  endsWork(connection: Connection): void {
    const holder = this.#holders.get(connection.address);
    if (holder?.all.has(connection)) holder.idle.set(connection, ++this.#lastIdle);
  }

  remove(connection: Connection): void {
    this.#spares.delete(connection);
    const holder = this.#holders.get(connection.address);
    if (!holder?.all.delete(connection)) return;
    this.#taken--;
    holder.idle.delete(connection);
    if (holder.all.size === 0) this.#holders.delete(connection.address);
  }

  #take(connection: Connection): void {
    const holder = this.#holders.get(connection.address) ?? { all: new Set(), idle: new Map() };
    this.#holders.set(connection.address, holder);
    holder.all.add(connection);
    holder.idle.set(connection, ++this.#lastIdle);
    this.#taken++;
  }

  #idleFor(connection: Connection): Connection | null {
    const own = this.#holders.get(connection.address);
    const holder = this.hasShareLeft(connection) ? this.#greediest(own) : own;
    return holder?.idle.keys().next().value ?? null;
  }

  /** Of those that hold more and have an idle one, and of equals the one whose is idle the longest; else the own. */
  #greediest(own: Holder<Connection> | undefined): Holder<Connection> | undefined {
    let best: Holder<Connection> | undefined;
    for (const holder of this.#holders.values()) {
      if (holder.idle.size === 0 || holder.all.size <= (own?.all.size ?? 0)) continue;
      const lead = best ? holder.all.size - best.all.size : 1;
      if (lead > 0 || (lead === 0 && idleSince(holder) < idleSince(best!))) best = holder;
    }
    return best ?? own;
  }

  #oldestSpare({ address }: Connection): Connection {
    const counts = new Map<string, number>([[address, 1]]);
    for (const spare of this.#spares)
      counts.set(spare.address, (counts.get(spare.address) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return [...this.#spares].find((spare) => counts.get(spare.address) === most)!;
  }
}

function idleSince<Connection>({ idle }: Holder<Connection>): number {
  return idle.values().next().value!;
}
