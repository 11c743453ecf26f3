// The life of an API key: issued, looked up, used, rotated, revoked.
import { personalDataScopes, type Scope } from '#contract/scopes.ts';
import { endOfApiKey } from '#core/accounts/api-key-end.ts';
import { apiKeyDisplayLength, formatApiKey, hashOfApiKey } from '#core/accounts/api-key-format.ts';
import {
  apiKeysRevision,
  findApiKey,
  findApiKeyByHash,
  findApiKeyOfBrand,
  findApiKeySuccessor,
  insertApiKey,
  listApiKeys as listRows,
  scopesFromText,
  scopesToText,
  setApiKeyEnd,
  setApiKeyLastUsed,
} from '#db/accounts/api-keys.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import type { ApiKeyRow } from '#db/tables.ts';
import type { ActionContext } from '../context.ts';

/** What is known of a key, without the key. `expiresAt` is the effective expiry. */
export type ApiKeyInfo = Omit<ApiKeyRow, 'keyHash' | 'scopes' | 'unusedUntil'> & {
  scopes: Scope[];
};

/** The key itself is in this answer and never again. */
export type IssuedApiKey = ApiKeyInfo & { key: string };

export type KeyOutcome<Done> = { outcome: 'done'; key: Done } | KeyRefusal;

interface KeyRefusal {
  outcome: 'refused';
  message: string;
  /** What was asked for is wrong by itself, whatever keys there are. */
  isInvalid?: boolean;
}

interface NewApiKey {
  brandId: string;
  name: string;
  scopes: readonly Scope[];
  /** No personal data leaves through it. */
  isImpersonal?: boolean;
  expiresAt: number | null;
  /** It expires then if nobody uses it before. */
  unusedUntil?: number;
  /** The member who makes it; without, the operator does. */
  createdBy?: string | null;
}

// More bytes than characters, since some bytes are passed over.
const secretBytes = 64;

export function issueApiKey(
  db: Database,
  wanted: NewApiKey,
  context: ActionContext,
): Promise<KeyOutcome<IssuedApiKey>> {
  return db.transaction((trx) => issue(trx, wanted, context, null));
}

async function issue(
  trx: Database,
  wanted: NewApiKey,
  context: ActionContext,
  rotatedFrom: string | null,
): Promise<KeyOutcome<IssuedApiKey>> {
  if (!(await findBrand(trx, wanted.brandId))) return refused(`no brand ${wanted.brandId}`);
  if (wanted.expiresAt !== null && wanted.expiresAt <= context.now()) {
    return { ...refused('expiresAt must be in the future'), isInvalid: true };
  }
  const closed = wanted.scopes.filter(
    (scope) => wanted.isImpersonal && personalDataScopes.includes(scope),
  );
  if (closed.length > 0) {
    const message = `scopes must not have ${closed.join(' or ')} in a key without personal data: choose others`;
    return { ...refused(message), isInvalid: true };
  }
  const key = formatApiKey(context.newSecret(secretBytes));
  const row: ApiKeyRow = {
    brandId: wanted.brandId,
    id: context.newId(),
    name: wanted.name,
    keyHash: hashOfApiKey(key),
    keyStart: key.slice(0, apiKeyDisplayLength),
    scopes: scopesToText(wanted.scopes),
    isImpersonal: Number(wanted.isImpersonal ?? false),
    createdAt: context.now(),
    createdBy: wanted.createdBy ?? null,
    expiresAt: wanted.expiresAt,
    unusedUntil: wanted.unusedUntil ?? null,
    lastUsedAt: null,
    revokedAt: null,
    rotatedFrom,
  };
  await insertApiKey(trx, row);
  return { outcome: 'done', key: { ...infoOf(row), key } };
}

export async function listApiKeys(
  db: Database,
  { brandId }: { brandId: string },
): Promise<ApiKeyInfo[]> {
  return (await listRows(db, brandId)).map(infoOf);
}

/** The calling key; this request counts as use. */
export async function getCurrentApiKey(
  db: Database,
  key: { brandId: string; id: string },
  context: ActionContext,
): Promise<ApiKeyInfo | null> {
  const row = await findApiKeyOfBrand(db, key);
  return row ? infoOf({ ...row, lastUsedAt: context.now() }) : null;
}

export function revokeApiKey(
  db: Database,
  { id }: { id: string },
  context: ActionContext,
): Promise<KeyOutcome<ApiKeyInfo>> {
  return db.transaction(async (trx) => {
    const held = await holdLivingKey(trx, id);
    if (held.outcome === 'refused') return held;
    const revoked = { ...held.key, revokedAt: context.now() };
    await setApiKeyEnd(trx, revoked);
    return { outcome: 'done', key: infoOf(revoked) };
  });
}

/** A new key with the same rights; the old one goes on for a while, so that both sides can change over. */
export function rotateApiKey(
  db: Database,
  { id, overlapMs, createdBy = null }: { id: string; overlapMs: number; createdBy?: string | null },
  context: ActionContext,
): Promise<KeyOutcome<IssuedApiKey>> {
  return db.transaction(async (trx) => {
    const held = await holdLivingKey(trx, id);
    if (held.outcome === 'refused') return held;
    const { key } = held;
    const now = context.now();
    const fading = await whyFading(trx, key, now);
    if (fading !== null) return refused(fading);
    const { brandId, name, expiresAt } = key;
    const scopes = scopesFromText(key.scopes);
    const isImpersonal = Boolean(key.isImpersonal);
    const wanted = { brandId, name, scopes, isImpersonal, expiresAt, createdBy };
    const issued = await issue(trx, wanted, context, key.id);
    if (issued.outcome === 'refused') return issued;
    const end = now + overlapMs;
    await setApiKeyEnd(trx, { ...key, expiresAt: Math.min(end, expiresAt ?? end) });
    return issued;
  });
}

// Its expiry is the end of an overlap or past: a new key must not inherit that.
async function whyFading(trx: Database, key: ApiKeyRow, now: number): Promise<string | null> {
  const successor = await findApiKeySuccessor(trx, key);
  if (successor) {
    return `key ${key.id} was replaced already: rotate its successor ${successor.id}`;
  }
  const end = endOfApiKey(key);
  const isPast = end !== null && end <= now;
  return isPast ? `key ${key.id} has expired: make a new one` : null;
}

/** Of those who rotate or revoke it at once, each sees what the one before has done. */
async function holdLivingKey(trx: Database, id: string): Promise<KeyOutcome<ApiKeyRow>> {
  const found = await findApiKey(trx, id);
  if (found) await trx.waitForLocks([lockOfKeys(found.brandId)]);
  const key = await findApiKey(trx, id);
  if (!key) return refused(`no key ${id}`);
  if (key.revokedAt !== null) return refused(`key ${id} is revoked already`);
  return { outcome: 'done', key };
}

function refused(message: string): KeyRefusal {
  return { outcome: 'refused', message };
}

export function lockOfKeys(brandId: string): string {
  return `keys ${brandId}`;
}

export interface LivingApiKey {
  brandId: string;
  brandCountry: string;
  keyId: string;
  scopes: Scope[];
  isImpersonal: boolean;
  expiresAt: number | null;
  unusedUntil: number | null;
  lastUsedAt: number | null;
}

/** The key of that hash, unless it is unknown or revoked. Expiry is the caller's to watch. */
export async function lookUpApiKey(
  db: Database,
  { keyHash }: { keyHash: string },
): Promise<LivingApiKey | null> {
  const row = await findApiKeyByHash(db, keyHash);
  if (!row || row.revokedAt !== null) return null;
  const { brandId, brandCountry, id, expiresAt, unusedUntil, lastUsedAt } = row;
  return {
    brandId,
    brandCountry,
    keyId: id,
    scopes: scopesFromText(row.scopes),
    isImpersonal: Boolean(row.isImpersonal),
    expiresAt,
    unusedUntil,
    lastUsedAt,
  };
}

export function readApiKeysRevision(db: Database): Promise<number> {
  return apiKeysRevision(db);
}

export interface KeyUse {
  brandId: string;
  keyId: string;
  at: number;
}

export function recordKeyUses(db: Database, uses: readonly KeyUse[]): Promise<void> {
  // In one order, so that servers never wait for each other in a circle.
  const inOrder = uses.toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1));
  return db.transaction(async (trx) => {
    for (const use of inOrder) await setApiKeyLastUsed(trx, use);
  });
}

function infoOf(row: ApiKeyRow): ApiKeyInfo {
  const { keyHash: _hash, unusedUntil: _end, scopes, ...rest } = row;
  return { ...rest, expiresAt: endOfApiKey(row), scopes: scopesFromText(scopes) };
}
