// API keys as the API shows them, without the secret.
import type { CurrentKey } from '#contract/current-key.ts';
import type { Scope } from '#contract/scopes.ts';
import { timestamp } from '../timestamp.ts';
import { isTestKey } from './api-key-format.ts';

interface KeyRecord {
  id: string;
  brandId: string;
  keyStart: string;
  name: string;
  scopes: Scope[];
  isImpersonal: number | boolean;
  createdAt: number;
  expiresAt: number | null;
}

interface ManagedKey extends KeyRecord {
  createdBy: { id: string; name: string; hasLeft: boolean } | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
  rotatedTo: string | null;
}

/** For the owners who manage it. */
export function presentKey(key: ManagedKey): object {
  return {
    id: key.id,
    name: key.name,
    start: key.keyStart,
    scopes: key.scopes,
    personalData: !key.isImpersonal,
    createdAt: timestamp(key.createdAt),
    createdBy: key.createdBy,
    expiresAt: timestamp(key.expiresAt),
    lastUsedAt: timestamp(key.lastUsedAt),
    revokedAt: timestamp(key.revokedAt),
    rotatedTo: key.rotatedTo,
  };
}

/** For the caller that uses it. */
export function presentCurrentKey(key: KeyRecord): CurrentKey {
  return {
    id: key.id,
    brandId: key.brandId,
    isTest: isTestKey(key.keyStart),
    name: key.name,
    scopes: key.scopes,
    personalData: !key.isImpersonal,
    createdAt: timestamp(key.createdAt),
    expiresAt: timestamp(key.expiresAt),
  };
}
