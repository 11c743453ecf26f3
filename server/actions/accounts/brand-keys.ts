// The API keys of a brand as its owners manage them in the web app.
import type { Scope } from '#contract/scopes.ts';
import { activeKeysPerBrandMax } from '#contract/limits.ts';
import { findApiKeyOfBrand } from '#db/accounts/api-keys.ts';
import type { Database } from '#db/database.ts';
import {
  type ApiKeyInfo,
  issueApiKey,
  type IssuedApiKey,
  type KeyOutcome,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from './api-keys.ts';
import { listPeople } from './members.ts';
import { isStillAllowed } from '../still-allowed.ts';
import type { ActionContext } from '../context.ts';

type BrandKey = Omit<ApiKeyInfo, 'createdBy'> & {
  /** Null for the operator. The name is empty after `members forget`. */
  createdBy: { id: string; name: string; hasLeft: boolean } | null;
  rotatedTo: string | null;
};

interface NoSuchKey {
  outcome: 'missing';
}

/** The oldest first. */
export async function listBrandKeys(
  db: Database,
  { brandId }: { brandId: string },
): Promise<BrandKey[]> {
  const keys = await listApiKeys(db, { brandId });
  const people = new Map((await listPeople(db, { brandId })).map((one) => [one.id, one]));
  const successors = new Map(keys.map(({ id, rotatedFrom }) => [rotatedFrom, id]));
  return keys.map(({ createdBy, ...key }) => {
    const unknown = createdBy === null ? null : { id: createdBy, name: '', hasLeft: true };
    return {
      ...key,
      createdBy: people.get(createdBy ?? '') ?? unknown,
      rotatedTo: successors.get(key.id) ?? null,
    };
  });
}

interface NewBrandKey {
  brandId: string;
  name: string;
  scopes: readonly Scope[];
  isImpersonal?: boolean;
  expiresAt: number | null;
  createdBy: string;
}

export function createBrandKey(
  db: Database,
  wanted: NewBrandKey,
  context: ActionContext,
): Promise<KeyOutcome<IssuedApiKey>> {
  return db.transaction(async (trx) => {
    if (!(await isStillOwner(trx, wanted, context))) return notOwner;
    const active = await activeKeys(trx, wanted.brandId, context.now());
    if (active.length >= activeKeysPerBrandMax) return tooManyKeys;
    return issueApiKey(trx, wanted, context);
  });
}

/** Also takes the lock under which keys are counted; see isStillAllowed. */
function isStillOwner(
  trx: Database,
  { brandId, createdBy }: { brandId: string; createdBy: string },
  context: ActionContext,
): Promise<boolean> {
  const author = { actor: 'member', actorId: createdBy } as const;
  return isStillAllowed(trx, { brandId, author, role: 'owner' }, context);
}

const notOwner = {
  outcome: 'refused' as const,
  code: 'role_changed' as const,
  message: 'you are no longer an owner of the brand',
};

async function activeKeys(trx: Database, brandId: string, now: number): Promise<ApiKeyInfo[]> {
  return (await listApiKeys(trx, { brandId })).filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > now,
  );
}

const tooManyKeys = {
  outcome: 'refused' as const,
  code: 'keys_full' as const,
  message: `there are ${activeKeysPerBrandMax} keys already: revoke one`,
};

export async function revokeBrandKey(
  db: Database,
  key: { brandId: string; id: string },
  context: ActionContext,
): Promise<KeyOutcome<ApiKeyInfo> | NoSuchKey> {
  if (!(await findApiKeyOfBrand(db, key))) return { outcome: 'missing' };
  return revokeApiKey(db, key, context);
}

export async function rotateBrandKey(
  db: Database,
  key: { brandId: string; id: string; overlapMs: number; createdBy: string },
  context: ActionContext,
): Promise<KeyOutcome<IssuedApiKey> | NoSuchKey> {
  if (!(await findApiKeyOfBrand(db, key))) return { outcome: 'missing' };
  return db.transaction(async (trx) => {
    if (!(await isStillOwner(trx, key, context))) return notOwner;
    const active = await activeKeys(trx, key.brandId, context.now());
    // Without an overlap the new key replaces the old one.
    const others = key.overlapMs === 0 ? active.filter(({ id }) => id !== key.id) : active;
    if (others.length >= activeKeysPerBrandMax) return tooManyKeys;
    return rotateApiKey(trx, key, context);
  });
}
