// Keys or sessions that were seen lately, so that a request costs no look-up. One that was ended here drops out at
// once, one that was ended elsewhere within half a second.

const rememberedMax = 10_000;
const revisionEveryMs = 500;
const usesEveryMs = 2_000;
const lastUsedPrecisionMs = 60_000;

/** What keys and sessions do each in their own way. */
interface Credentials<Living, Use> {
  /** The one of that hash, unless there is none or it was ended. */
  lookUp(hash: string): Promise<Living | null>;
  /** A number that is another one as soon as one of them was ended or changed. */
  readRevision(): Promise<number>;
  recordUses(uses: Use[]): Promise<void>;
  isOver(living: Living, now: number): boolean;
  useOf(living: Living, at: number): Use;
  /** It would expire without this use, so the use is committed before the answer. */
  isKeptByUse?(living: Living): boolean;
}

export class CredentialRing<Living extends { lastUsedAt: number | null }, Use> {
  readonly #credentials: Credentials<Living, Use>;
  readonly #now: () => number;
  #onError: (error: unknown) => void = () => {};
  // By hash.
  readonly #remembered = new Map<string, Living>();
  readonly #timers: NodeJS.Timeout[] = [];
  #uses: Use[] = [];
  #revision = -1;
  // Counts how often all was forgotten: what was asked for before must not stay.
  #generation = 0;

  constructor(credentials: Credentials<Living, Use>, now: () => number) {
    this.#credentials = credentials;
    this.#now = now;
  }

  start(onError: (error: unknown) => void): void {
    this.#onError = onError;
    const every = (ms: number, work: () => Promise<void>) =>
      this.#timers.push(setInterval(() => work().catch(onError), ms).unref());
    every(revisionEveryMs, () => this.#checkRevision());
    every(usesEveryMs, () => this.#writeUses());
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#writeUses();
  }

  /** Some may have been ended elsewhere. */
  lookAgain(): void {
    this.#checkRevision().catch(this.#onError);
  }

  /** Some were ended or changed here. */
  forgetAll(): void {
    this.#generation++;
    this.#remembered.clear();
  }

  /** The one of that hash if it is good now, null otherwise. */
  findByHash(hash: string): Living | null | Promise<Living | null> {
    const known = this.#remembered.get(hash);
    if (known) return this.#use(hash, known);
    return this.#lookUp(hash).then((living) => living && this.#use(hash, living));
  }

  isRemembered(hash: string): boolean {
    return this.#remembered.has(hash);
  }

  /** The same, without counting as use. */
  async peekByHash(hash: string): Promise<Living | null> {
    const living = this.#remembered.get(hash) ?? (await this.#lookUp(hash));
    return living && !this.#credentials.isOver(living, this.#now()) ? living : null;
  }

  async #lookUp(hash: string): Promise<Living | null> {
    // While none is remembered nobody looks whether there is news of them.
    if (this.#remembered.size === 0) await this.#readRevision();
    const generation = this.#generation;
    const living = await this.#credentials.lookUp(hash);
    if (!living) return null;
    if (this.#remembered.size >= rememberedMax) this.#remembered.clear();
    if (generation === this.#generation) this.#remembered.set(hash, living);
    return living;
  }

  #use(hash: string, living: Living): Living | null | Promise<Living> {
    const now = this.#now();
    if (this.#credentials.isOver(living, now)) {
      // Looked up again next time: another server may be writing a use that keeps it.
      this.#remembered.delete(hash);
      return null;
    }
    // A use in the future was noted before the clock was set back.
    const sinceMs = Math.abs(now - (living.lastUsedAt ?? -Infinity));
    if (sinceMs < lastUsedPrecisionMs) return living;
    const use = this.#credentials.useOf(living, now);
    if (this.#credentials.isKeptByUse?.(living)) return this.#useOnceRecorded(living, use, now);
    living.lastUsedAt = now;
    this.#uses.push(use);
    return living;
  }

  async #useOnceRecorded(living: Living, use: Use, at: number): Promise<Living> {
    await this.#credentials.recordUses([use]);
    living.lastUsedAt = at;
    return living;
  }

  async #checkRevision(): Promise<void> {
    if (this.#remembered.size > 0) await this.#readRevision();
  }

  async #readRevision(): Promise<void> {
    const revision = await this.#credentials.readRevision();
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.forgetAll();
  }

  async #writeUses(): Promise<void> {
    if (this.#uses.length === 0) return;
    const uses = this.#uses;
    this.#uses = [];
    try {
      await this.#credentials.recordUses(uses);
    } catch (error) {
      this.#uses.unshift(...uses.slice(0, rememberedMax));
      throw error;
    }
  }
}
