import type { ActiveSession, SessionUse } from '#actions/accounts/sessions.ts';
import { hashOfToken, isSessionOver, isWellFormedToken } from '#core/accounts/session-token.ts';
import type { ActionRunner, RunAction } from '#runner/action-runner.ts';
import { CredentialRing } from './credential-ring.ts';

export class SessionRing extends CredentialRing<ActiveSession, SessionUse> {
  constructor(runner: ActionRunner, now: () => number) {
    super(
      {
        lookUp: (run, tokenHash) => run('lookUpSession', { tokenHash }),
        readRevision: (run) => run('readSessionsRevision', null),
        recordUses: (run, uses) => run('recordSessionUses', uses),
        isExpired: isSessionOver,
        useOf: ({ tokenHash, brandId, testOf, accountId }, at) => ({
          tokenHash,
          brandId: testOf ?? brandId,
          accountId,
          at,
        }),
      },
      runner.run,
      now,
    );
  }

  isKnown(token: string): boolean {
    return isWellFormedToken(token) && this.isCached(hashOfToken(token));
  }

  /** Null for an unknown, ended or expired session. */
  find(token: string | null, run: RunAction): ActiveSession | null | Promise<ActiveSession | null> {
    if (token === null || !isWellFormedToken(token)) return null;
    return this.findByHash(hashOfToken(token), run);
  }
}
