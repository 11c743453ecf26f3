// Caches API keys or sessions, so that a request costs no look-up. Revocations on this server
// invalidate the cache immediately, those on other servers within half a second.
import type { RunAction } from '#runner/action-runner.ts';

const cachedMax = 10_000;
const revisionEveryMs = 500;
const usesEveryMs = 2_000;
const lastUsedPrecisionMs = 60_000;

/** Why a credential is refused. */
type Refused = 'unknown' | 'revoked' | 'expired';

/** Where keys and sessions differ. */
interface Credentials<Active, Use> {
  /** Null for an unknown credential. */
  lookUp(run: RunAction, hash: string): Promise<Active | 'revoked' | null>;
  /** Changes whenever a credential is revoked or changed. */
  readRevision(run: RunAction): Promise<number>;
  recordUses(run: RunAction, uses: Use[]): Promise<void>;
  isExpired(active: Active, now: number): boolean;
  useOf(active: Active, at: number): Use;
  /** It would expire without this use, so the use is committed before the response. */
  isKeptAliveByUse?(active: Active): boolean;
}

export class CredentialRing<Active extends { lastUsedAt: number | null }, Use> {
  readonly #credentials: Credentials<Active, Use>;
  readonly #runInBackground: RunAction;
  readonly #now: () => number;
  #onError: (error: unknown) => void = () => {};
  readonly #cache = new Map<string, Active>();
  readonly #timers: NodeJS.Timeout[] = [];
  #uses: Use[] = [];
  #revision = -1;
  // Incremented by each invalidation: a look-up begun before it must not fill the cache.
  #generation = 0;

  constructor(
    credentials: Credentials<Active, Use>,
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

  /** The credential, or why it is refused; one look-up tells both. */
  checkHash(hash: string, run: RunAction): Active | Refused | Promise<Active | Refused> {
    const known = this.#cache.get(hash);
    if (known) return this.#use(run, hash, known);
    return this.#lookUp(run, hash).then((found) =>
      typeof found === 'string' ? found : this.#use(run, hash, found),
    );
  }

  /** Null for an unknown, revoked or expired credential. */
  async findByHash(hash: string, run: RunAction): Promise<Active | null> {
    const found = await this.checkHash(hash, run);
    return typeof found === 'string' ? null : found;
  }

  isCached(hash: string): boolean {
    return this.#cache.has(hash);
  }

  /** The same in the background, without counting as use. */
  async peekByHash(hash: string): Promise<Active | null> {
    const active = this.#cache.get(hash) ?? (await this.#lookUp(this.#runInBackground, hash));
    if (typeof active === 'string') return null;
    return this.#credentials.isExpired(active, this.#now()) ? null : active;
  }

  async #lookUp(run: RunAction, hash: string): Promise<Active | Refused> {
    // The revision is not polled while the cache is empty.
    if (this.#cache.size === 0) await this.#readRevision(run);
    const generation = this.#generation;
    const active = await this.#credentials.lookUp(run, hash);
    if (active === null || active === 'revoked') return active ?? 'unknown';
    if (this.#cache.size >= cachedMax) this.#cache.clear();
    if (generation === this.#generation) this.#cache.set(hash, active);
    return active;
  }

  #use(run: RunAction, hash: string, active: Active): Active | Refused | Promise<Active> {
    const now = this.#now();
    if (this.#credentials.isExpired(active, now)) {
      // Looked up again next time: another server may be recording a use that keeps it alive.
      this.#cache.delete(hash);
      return 'expired';
    }
    // A use in the future was recorded before the clock was set back.
    const sinceMs = Math.abs(now - (active.lastUsedAt ?? -Infinity));
    if (sinceMs < lastUsedPrecisionMs) return active;
    const use = this.#credentials.useOf(active, now);
    if (this.#credentials.isKeptAliveByUse?.(active)) {
      return this.#credentials.recordUses(run, [use]).then(() => {
        active.lastUsedAt = now;
        return active;
      });
    }
    active.lastUsedAt = now;
    this.#uses.push(use);
    return active;
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
