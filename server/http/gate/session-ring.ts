import type { LivingSession, SessionUse } from '#actions/accounts/sessions.ts';
import { hashOfToken, isSessionOver, isWellFormedToken } from '#core/accounts/session-token.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { CredentialRing } from './credential-ring.ts';

export class SessionRing extends CredentialRing<LivingSession, SessionUse> {
  constructor(runner: ActionRunner, now: () => number) {
    super(
      {
        lookUp: (tokenHash) => runner.run('lookUpSession', { tokenHash }),
        readRevision: () => runner.run('readSessionsRevision', null),
        recordUses: (uses) => runner.run('recordSessionUses', uses),
        isOver: isSessionOver,
        useOf: ({ tokenHash, brandId, accountId }, at) => ({ tokenHash, brandId, accountId, at }),
      },
      now,
    );
  }

  isKnown(token: string): boolean {
    return isWellFormedToken(token) && this.isRemembered(hashOfToken(token));
  }

  /** The session of that token if it is good now, null otherwise. */
  find(token: string | null): LivingSession | null | Promise<LivingSession | null> {
    if (token === null || !isWellFormedToken(token)) return null;
    return this.findByHash(hashOfToken(token));
  }
}
