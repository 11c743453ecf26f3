import type { KeyUse, LivingApiKey } from '#actions/accounts/api-keys.ts';
import { endOfApiKey } from '#core/accounts/api-key-end.ts';
import { hashOfApiKey, isWellFormedApiKey } from '#core/accounts/api-key-format.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { CredentialRing } from './credential-ring.ts';

export class KeyRing extends CredentialRing<LivingApiKey, KeyUse> {
  constructor(runner: ActionRunner, now: () => number) {
    super(
      {
        lookUp: (keyHash) => runner.run('lookUpApiKey', { keyHash }),
        readRevision: () => runner.run('readApiKeysRevision', null),
        recordUses: (uses) => runner.run('recordKeyUses', uses),
        isOver: (key, time) => (endOfApiKey(key) ?? Infinity) <= time,
        useOf: ({ brandId, keyId }, at) => ({ brandId, keyId, at }),
        isKeptByUse: ({ unusedUntil, lastUsedAt }) => unusedUntil !== null && lastUsedAt === null,
      },
      now,
    );
  }

  isKnown(key: string): boolean {
    return isWellFormedApiKey(key) && this.isRemembered(hashOfApiKey(key));
  }

  /** The key if it is good now, null otherwise. */
  find(key: string): LivingApiKey | null | Promise<LivingApiKey | null> {
    return this.findByHash(hashOfApiKey(key));
  }
}
