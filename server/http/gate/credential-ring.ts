// Caches API keys or sessions, so that a request costs no look-up. Revocations on this server
// invalidate the cache immediately, those on other servers within half a second.
import type { RunAction } from '#runner/action-runner.ts';

const cachedMax = 10_000;
const revisionEveryMs = 500;
const usesEveryMs = 2_000;
const lastUsedPrecisionMs = 60_000;

/** Where keys and sessions differ. */
interface Credentials<Living, Use> {
  /** Null for an unknown or revoked credential. */
  lookUp(run: RunAction, hash: string): Promise<Living | null>;
  /** Changes whenever a credential is revoked or changed. */
  readRevision(run: RunAction): Promise<number>;
  recordUses(run: RunAction, uses: Use[]): Promise<void>;
  isExpired(living: Living, now: number): boolean;
  useOf(living: Living, at: number): Use;
  /** It would expire without this use, so the use is committed before the response. */
  isKeptAliveByUse?(living: Living): boolean;
}

export class CredentialRing<Living extends { lastUsedAt: number | null }, Use> {
  readonly #credentials: Credentials<Living, Use>;
  readonly #runInBackground: RunAction;
  readonly #now: () => number;
  #onError: (error: unknown) => void = () => {};
  readonly #cache = new Map<string, Living>();
  readonly #timers: NodeJS.Timeout[] = [];
  #uses: Use[] = [];
  #revision = -1;
  // Incremented by each invalidation: a look-up begun before it must not fill the cache.
  #generation = 0;

  constructor(
    credentials: Credentials<Living, Use>,
    runInBackground: RunAction,
    now: () => number,
  ) {
    this.#credentials = credentials;
    this.#runInBackground = runInBackground;
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

  /** For notifications of revocations on other servers. */
  checkForChanges(): void {
    this.#checkRevision().catch(this.#onError);
  }

  /** After a revocation or change on this server. */
  invalidateAll(): void {
    this.#generation++;
    this.#cache.clear();
  }

  /** Null for an unknown, revoked or expired credential. */
  findByHash(hash: string, run: RunAction): Living | null | Promise<Living | null> {
    const known = this.#cache.get(hash);
    if (known) return this.#use(run, hash, known);
    return this.#lookUp(run, hash).then((living) => living && this.#use(run, hash, living));
  }

  isCached(hash: string): boolean {
    return this.#cache.has(hash);
  }

  /** The same in the background, without counting as use. */
  async peekByHash(hash: string): Promise<Living | null> {
    const living = this.#cache.get(hash) ?? (await this.#lookUp(this.#runInBackground, hash));
    return living && !this.#credentials.isExpired(living, this.#now()) ? living : null;
  }

  async #lookUp(run: RunAction, hash: string): Promise<Living | null> {
    // The revision is not polled while the cache is empty.
    if (this.#cache.size === 0) await this.#readRevision(run);
    const generation = this.#generation;
    const living = await this.#credentials.lookUp(run, hash);
    if (!living) return null;
    if (this.#cache.size >= cachedMax) this.#cache.clear();
    if (generation === this.#generation) this.#cache.set(hash, living);
    return living;
  }

  #use(run: RunAction, hash: string, living: Living): Living | null | Promise<Living> {
    const now = this.#now();
    if (this.#credentials.isExpired(living, now)) {
      // Looked up again next time: another server may be recording a use that keeps it alive.
      this.#cache.delete(hash);
      return null;
    }
    // A use in the future was recorded before the clock was set back.
    const sinceMs = Math.abs(now - (living.lastUsedAt ?? -Infinity));
    if (sinceMs < lastUsedPrecisionMs) return living;
    const use = this.#credentials.useOf(living, now);
    if (this.#credentials.isKeptAliveByUse?.(living)) {
      return this.#credentials.recordUses(run, [use]).then(() => {
        living.lastUsedAt = now;
        return living;
      });
    }
    living.lastUsedAt = now;
    this.#uses.push(use);
    return living;
  }

  async #checkRevision(): Promise<void> {
    if (this.#cache.size > 0) await this.#readRevision(this.#runInBackground);
  }

  async #readRevision(run: RunAction): Promise<void> {
    const revision = await this.#credentials.readRevision(run);
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.invalidateAll();
  }

  async #writeUses(): Promise<void> {
    if (this.#uses.length === 0) return;
    const uses = this.#uses;
    this.#uses = [];
    try {
      await this.#credentials.recordUses(this.#runInBackground, uses);
    } catch (error) {
      this.#uses.unshift(...uses.slice(0, cachedMax));
      throw error;
    }
  }
}
