// The API keys that were seen lately, so that a request costs no look-up. A key that was revoked in
// this or another process drops out within half a second.
import type { KeyUse, LivingApiKey } from '#actions/api-keys.ts';
import { hashOfApiKey } from '#core/api-key-format.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const keysMax = 10_000;
const revisionEveryMs = 500;
const usesEveryMs = 2_000;
const lastUsedPrecisionMs = 60_000;

export class KeyRing {
  readonly #runner: ActionRunner;
  readonly #now: () => number;
  #onError: (error: unknown) => void = () => {};
  readonly #keys = new Map<string, LivingApiKey>();
  readonly #timers: NodeJS.Timeout[] = [];
  #uses: KeyUse[] = [];
  #revision = -1;

  constructor(runner: ActionRunner, now: () => number = Date.now) {
    this.#runner = runner;
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

  /** A key may have been revoked. */
  lookAgain(): void {
    this.#checkRevision().catch(this.#onError);
  }

  /** Keys were ended or changed here. */
  forgetAll(): void {
    // No revision of the database: what is being looked up now must not stay.
    this.#revision = -1;
    this.#keys.clear();
  }

  /** The key if it is good now, null otherwise. */
  find(key: string): LivingApiKey | null | Promise<LivingApiKey | null> {
    const keyHash = hashOfApiKey(key);
    const known = this.#keys.get(keyHash);
    return known ? this.#use(known) : this.#lookUp(keyHash);
  }

  async #lookUp(keyHash: string): Promise<LivingApiKey | null> {
    const revision = this.#revision;
    const key = await this.#runner.run('lookUpApiKey', { keyHash });
    if (!key) return null;
    if (this.#keys.size >= keysMax) this.#keys.clear();
    // A key that was revoked while it was being looked up must not stay.
    if (revision === this.#revision) this.#keys.set(keyHash, key);
    return this.#use(key);
  }

  #use(key: LivingApiKey): LivingApiKey | null {
    const now = this.#now();
    if (key.expiresAt !== null && key.expiresAt <= now) return null;
    if (key.lastUsedAt === null || now - key.lastUsedAt >= lastUsedPrecisionMs) {
      key.lastUsedAt = now;
      this.#uses.push({ brandId: key.brandId, keyId: key.keyId, at: now });
    }
    return key;
  }

  async #checkRevision(): Promise<void> {
    const revision = await this.#runner.run('readApiKeysRevision', null);
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#keys.clear();
  }

  async #writeUses(): Promise<void> {
    if (this.#uses.length === 0) return;
    const uses = this.#uses;
    this.#uses = [];
    try {
      await this.#runner.run('recordKeyUses', uses);
    } catch (error) {
      this.#uses.unshift(...uses.slice(0, keysMax));
      throw error;
    }
  }
}
