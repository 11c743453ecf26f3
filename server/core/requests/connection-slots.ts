// Limits open connections, in total and per client address, and picks the connection to close for a new
// one. A connection is idle while it has no request in flight, also while it is still sending one.

export interface Held {
  /** The client's address; for IPv6 its network. */
  readonly address: string;
  /** A trusted proxy serves many clients, so the limit per address does not apply. */
  readonly isProxy: boolean;
}

interface Limits {
  /** All addresses together. */
  max: number;
  perAddressMax: number;
}

/** The connections of one address; idle ones in the order in which they became idle, numbered. */
interface Holder<Connection> {
  all: Set<Connection>;
  idle: Map<Connection, number>;
}

// Extra connections above the limit, just to answer 503 or a health check.
const sparesMax = 16;

export class ConnectionSlots<Connection extends Held> {
  readonly #limits: Limits;
  readonly #holders = new Map<string, Holder<Connection>>();
  // Oldest first.
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
   * Returns the connection to close for the new one, if any. That is the longest idle one: of the same
   * address when that is at its limit, else of the address with the most connections. An address never
   * loses a slot to one with as many connections.
   */
  add(connection: Connection): Connection | null {
    const evicted = this.hasRoomFor(connection) ? null : this.#idleFor(connection);
    if (evicted) this.remove(evicted);
    if (this.hasRoomFor(connection)) {
      this.#take(connection);
      return evicted;
    }
    const evictedSpare = this.#spares.size < sparesMax ? null : this.#spareToEvict(connection);
    if (evictedSpare) this.#spares.delete(evictedSpare);
    this.#spares.add(connection);
    return evictedSpare;
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

  /** Moves a spare connection to a free slot. */
  promote(connection: Connection): void {
    this.#spares.delete(connection);
    this.#take(connection);
  }

  markBusy(connection: Connection): void {
    this.#holders.get(connection.address)?.idle.delete(connection);
  }

  markIdle(connection: Connection): void {
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

  /**
   * The address with the most connections, among those with an idle one and more than `own`. Ties go to
   * the longest idle connection.
   */
  #greediest(own: Holder<Connection> | undefined): Holder<Connection> | undefined {
    let best: Holder<Connection> | undefined;
    for (const holder of this.#holders.values()) {
      if (holder.idle.size === 0 || holder.all.size <= (own?.all.size ?? 0)) continue;
      const lead = best ? holder.all.size - best.all.size : 1;
      if (lead > 0 || (lead === 0 && idleSince(holder) < idleSince(best!))) best = holder;
    }
    return best ?? own;
  }

  /** The oldest spare of the address with the most spares. */
  #spareToEvict({ address }: Connection): Connection {
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
