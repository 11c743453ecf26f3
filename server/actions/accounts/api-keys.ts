// The life of an API key: issued, looked up, used, rotated, revoked.
import type { Language } from '#contract/account-lists.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { languageOf } from '#core/accounts/language.ts';
import { personalDataScopes, type Scope } from '#contract/scopes.ts';
import { expiryOfApiKey } from '#core/accounts/api-key-expiry.ts';
import { formatApiKey, hashOfApiKey, startOfApiKey } from '#core/accounts/api-key-format.ts';
import { about, type FieldMessage } from '#core/reading/field-message.ts';
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
import { lockKeys } from '../still-allowed.ts';

/** A key's metadata, without the key. `expiresAt` is the effective expiry. */
export type ApiKeyInfo = Omit<ApiKeyRow, 'keyHash' | 'scopes' | 'unusedUntil'> & {
  scopes: Scope[];
};

/** The key itself is returned only this once. */
export type IssuedApiKey = ApiKeyInfo & { key: string };

export type KeyOutcome<Done> = { outcome: 'done'; key: Done } | KeyRefusal;

export interface KeyRefusal {
  outcome: 'refused';
  code: ErrorCode;
  message: string;
  /** The request itself is invalid, independent of existing keys. */
  invalid?: FieldMessage;
}

interface NewApiKey {
  /** Either side of a brand; on the test side it becomes a test key. */
  brandId: string;
  name: string;
  scopes: readonly Scope[];
  /** Responses to this key are redacted. */
  isImpersonal?: boolean;
  expiresAt: number | null;
  /** The key expires at this time if it was never used. */
  unusedUntil?: number;
  /** The member who creates it; null for the operator. */
  createdBy?: string | null;
}

// More bytes than characters: rejection sampling skips some.
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
  const brand = await findBrand(trx, wanted.brandId);
  if (!brand) return refused('not_found', `no brand ${wanted.brandId}`);
  if (wanted.expiresAt !== null && wanted.expiresAt <= context.now()) {
    return invalid(about('expiresAt', 'not_in_future', 'must be in the future'));
  }
  const closed = wanted.scopes.filter(
    (scope) => wanted.isImpersonal && personalDataScopes.includes(scope),
  );
  if (closed.length > 0) {
    const text = `must not have ${closed.join(' or ')} in a key without personal data: choose others`;
    return invalid(about('scopes', 'personal_data', text));
  }
  const key = formatApiKey(context.newSecret(secretBytes), { isTest: brand.testOf !== null });
  const row: ApiKeyRow = {
    brandId: wanted.brandId,
    id: context.newId(),
    name: wanted.name,
    keyHash: hashOfApiKey(key),
    keyStart: startOfApiKey(key),
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

/** Returns the calling key; this request counts as use. */
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
    const locked = await lockActiveKey(trx, id);
    if (locked.outcome === 'refused') return locked;
    const revoked = { ...locked.key, revokedAt: context.now() };
    await setApiKeyEnd(trx, revoked);
    return { outcome: 'done', key: infoOf(revoked) };
  });
}

/** Issues a new key with the same rights; the old one stays valid during an overlap. */
export function rotateApiKey(
  db: Database,
  { id, overlapMs, createdBy = null }: { id: string; overlapMs: number; createdBy?: string | null },
  context: ActionContext,
): Promise<KeyOutcome<IssuedApiKey>> {
  return db.transaction(async (trx) => {
    const locked = await lockActiveKey(trx, id);
    if (locked.outcome === 'refused') return locked;
    const { key } = locked;
    const now = context.now();
    const refusal = await whyNotRotatable(trx, key, now);
    if (refusal !== null) return refusal;
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

// A new key must not inherit an expiry that is past or the end of an overlap.
async function whyNotRotatable(
  trx: Database,
  key: ApiKeyRow,
  now: number,
): Promise<KeyRefusal | null> {
  const successor = await findApiKeySuccessor(trx, key);
  if (successor) {
    return refused(
      'key_replaced_already',
      `key ${key.id} was replaced already: rotate its successor ${successor.id}`,
    );
  }
  const end = expiryOfApiKey(key);
  const isPast = end !== null && end <= now;
  return isPast
    ? refused('key_expired_already', `key ${key.id} has expired: make a new one`)
    : null;
}

/** Serialises concurrent rotations and revocations: each sees the result of the previous one. */
async function lockActiveKey(trx: Database, id: string): Promise<KeyOutcome<ApiKeyRow>> {
  const found = await findApiKey(trx, id);
  if (found) await lockKeys(trx, found.brandId);
  const key = await findApiKey(trx, id);
  if (!key) return refused('not_found', `no key ${id}`);
  if (key.revokedAt !== null) return refused('key_revoked_already', `key ${id} is revoked already`);
  return { outcome: 'done', key };
}

function invalid(message: FieldMessage): KeyRefusal {
  return { ...refused('validation_failed', message.text), invalid: message };
}

function refused(code: ErrorCode, message: string): KeyRefusal {
  return { outcome: 'refused', code, message };
}

export interface ActiveApiKey {
  brandId: string;
  brandCountry: string;
  /** The live brand, for a test key. */
  testOf: string | null;
  brandLanguage: Language;
  keyId: string;
  scopes: Scope[];
  isImpersonal: boolean;
  expiresAt: number | null;
  unusedUntil: number | null;
  lastUsedAt: number | null;
}

/** Returns null for an unknown key. The caller checks the expiry. */
export async function lookUpApiKey(
  db: Database,
  { keyHash }: { keyHash: string },
): Promise<ActiveApiKey | 'revoked' | null> {
  const row = await findApiKeyByHash(db, keyHash);
  if (!row) return null;
  if (row.revokedAt !== null) return 'revoked';
  const { brandId, brandCountry, testOf, id, expiresAt, unusedUntil, lastUsedAt } = row;
  return {
    brandId,
    brandCountry,
    testOf,
    brandLanguage: languageOf(row.brandLanguage, brandCountry),
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
  // One lock order, so that servers never deadlock.
  const inOrder = uses.toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1));
  return db.transaction(async (trx) => {
    for (const use of inOrder) await setApiKeyLastUsed(trx, use);
  });
}

function infoOf(row: ApiKeyRow): ApiKeyInfo {
  const { keyHash: _hash, unusedUntil: _end, scopes, ...rest } = row;
  return { ...rest, expiresAt: expiryOfApiKey(row), scopes: scopesFromText(scopes) };
}
