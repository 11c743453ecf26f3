import type { KeyUse, ActiveApiKey } from '#actions/accounts/api-keys.ts';
import { expiryOfApiKey } from '#core/accounts/api-key-expiry.ts';
import { hashOfApiKey, isWellFormedApiKey } from '#core/accounts/api-key-format.ts';
import type { ActionRunner, RunAction } from '#runner/action-runner.ts';
import { CredentialRing } from './credential-ring.ts';

export class KeyRing extends CredentialRing<ActiveApiKey, KeyUse> {
  constructor(runner: ActionRunner, now: () => number) {
    super(
      {
        lookUp: (run, keyHash) => run('lookUpApiKey', { keyHash }),
        readRevision: (run) => run('readApiKeysRevision', null),
        recordUses: (run, uses) => run('recordKeyUses', uses),
        isExpired: (key, time) => (expiryOfApiKey(key) ?? Infinity) <= time,
        useOf: ({ brandId, keyId }, at) => ({ brandId, keyId, at }),
        isKeptAliveByUse: ({ unusedUntil, lastUsedAt }) =>
          unusedUntil !== null && lastUsedAt === null,
      },
      runner.run,
      now,
    );
  }

  isKnown(key: string): boolean {
    return isWellFormedApiKey(key) && this.isCached(hashOfApiKey(key));
  }

  /** A mistyped key is unknown without a look-up. */
  check(key: string, run: RunAction): ReturnType<typeof this.checkHash> {
    return isWellFormedApiKey(key) ? this.checkHash(hashOfApiKey(key), run) : 'unknown';
  }
}
