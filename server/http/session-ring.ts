// The sessions that were seen lately, so that a request costs no look-up. One that was ended here drops out
// at once, one that was ended elsewhere within half a second.
import type { LivingSession, SessionUse } from '#actions/sessions.ts';
import { hashOfToken, isSessionOver, isWellFormedToken } from '#core/session-token.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const sessionsMax = 10_000;
const revisionEveryMs = 500;
const usesEveryMs = 2_000;
const lastUsedPrecisionMs = 60_000;

export class SessionRing {
  readonly #runner: ActionRunner;
  readonly #now: () => number;
  #onError: (error: unknown) => void = () => {};
  readonly #sessions = new Map<string, LivingSession>();
  readonly #timers: NodeJS.Timeout[] = [];
  #uses: SessionUse[] = [];
  #revision = -1;
  // Counts how often all was forgotten: what was asked for before must not stay.
  #generation = 0;

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

  /** A session may have been ended elsewhere. */
  lookAgain(): void {
    this.#checkRevision().catch(this.#onError);
  }

  /** Sessions were ended or changed here. */
  forgetAll(): void {
    this.#generation++;
    this.#sessions.clear();
  }

  /** The session of that token if it is good now, null otherwise. */
  find(token: string | null): LivingSession | null | Promise<LivingSession | null> {
    if (token === null || !isWellFormedToken(token)) return null;
    return this.findByHash(hashOfToken(token));
  }

  findByHash(tokenHash: string): LivingSession | null | Promise<LivingSession | null> {
    const known = this.#sessions.get(tokenHash);
    if (known) return this.#use(known);
    return this.#lookUp(tokenHash).then((session) => session && this.#use(session));
  }

  /** The same, without counting as use: a page that is only open uses nothing. */
  async peekByHash(tokenHash: string): Promise<LivingSession | null> {
    const session = this.#sessions.get(tokenHash) ?? (await this.#lookUp(tokenHash));
    return session && !isSessionOver(session, this.#now()) ? session : null;
  }

  async #lookUp(tokenHash: string): Promise<LivingSession | null> {
    // While none is remembered nobody looks whether there is news of them.
    if (this.#sessions.size === 0) await this.#readRevision();
    const generation = this.#generation;
    const session = await this.#runner.run('lookUpSession', { tokenHash });
    if (!session) return null;
    if (this.#sessions.size >= sessionsMax) this.#sessions.clear();
    if (generation === this.#generation) this.#sessions.set(tokenHash, session);
    return session;
  }

  #use(session: LivingSession): LivingSession | null {
    const now = this.#now();
    if (isSessionOver(session, now)) return null;
    if (now - session.lastUsedAt >= lastUsedPrecisionMs) {
      session.lastUsedAt = now;
      const { tokenHash, brandId, accountId } = session;
      this.#uses.push({ tokenHash, brandId, accountId, at: now });
    }
    return session;
  }

  async #checkRevision(): Promise<void> {
    if (this.#sessions.size > 0) await this.#readRevision();
  }

  async #readRevision(): Promise<void> {
    const revision = await this.#runner.run('readSessionsRevision', null);
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.forgetAll();
  }

  async #writeUses(): Promise<void> {
    if (this.#uses.length === 0) return;
    const uses = this.#uses;
    this.#uses = [];
    try {
      await this.#runner.run('recordSessionUses', uses);
    } catch (error) {
      this.#uses.unshift(...uses.slice(0, sessionsMax));
      throw error;
    }
  }
}
