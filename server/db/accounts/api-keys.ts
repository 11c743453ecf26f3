import type { Language } from '#contract/account-lists.ts';
import type { Scope } from '#contract/scopes.ts';
import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import type { ApiKeyRow } from '../tables.ts';

const fields: Field<'apiKeys'>[] = [
  'brandId',
  'id',
  'name',
  'keyHash',
  'keyStart',
  'scopes',
  'isImpersonal',
  'createdAt',
  'createdBy',
  'expiresAt',
  'unusedUntil',
  'lastUsedAt',
  'revokedAt',
  'rotatedFrom',
];
const select = `select ${columns('apiKeys', fields)} from api_keys`;

export function insertApiKey(db: Database, key: ApiKeyRow): Promise<void> {
  return db.insertRows('apiKeys', [key]);
}

export function findApiKeyByHash(
  db: Database,
  keyHash: string,
): Promise<
  | (ApiKeyRow & { brandCountry: string; brandLanguage: Language | null; testOf: string | null })
  | undefined
> {
  return db.first(
    `select ${columns('apiKeys', fields, 'k')}, b.country as "brandCountry",
        b.language as "brandLanguage", b.test_of as "testOf"
      from api_keys k join brands b on b.id = k.brand_id
      where k.key_hash = ?`,
    keyHash,
  );
}

// Operators name a key by its id alone; ids are unique across brands.
export function findApiKey(db: Database, id: string): Promise<ApiKeyRow | undefined> {
  return db.first(`${select} where id = ?`, id);
}

export function findApiKeyOfBrand(
  db: Database,
  { brandId, id }: Pick<ApiKeyRow, 'brandId' | 'id'>,
): Promise<ApiKeyRow | undefined> {
  return db.first(`${select} where brand_id = ? and id = ?`, brandId, id);
}

/** The key that replaced this one by rotation. */
export function findApiKeySuccessor(
  db: Database,
  { brandId, id }: Pick<ApiKeyRow, 'brandId' | 'id'>,
): Promise<ApiKeyRow | undefined> {
  return db.first(`${select} where brand_id = ? and rotated_from = ?`, brandId, id);
}

export function listApiKeys(db: Database, brandId: string): Promise<ApiKeyRow[]> {
  return db.all(`${select} where brand_id = ? order by created_at, id`, brandId);
}

export async function setApiKeyEnd(
  db: Database,
  key: Pick<ApiKeyRow, 'brandId' | 'id' | 'revokedAt' | 'expiresAt'>,
): Promise<void> {
  await db.run(
    'update api_keys set revoked_at = ?, expires_at = ? where brand_id = ? and id = ?',
    key.revokedAt,
    key.expiresAt,
    key.brandId,
    key.id,
  );
  await apiKeysChanged(db);
}

/** Invalidates cached keys in all processes. */
export async function apiKeysChanged(db: Database): Promise<void> {
  await db.run(`update revisions set revision = revision + 1 where subject = 'apiKeys'`);
  await db.notify('apiKeys');
}

/** Increases whenever a key stops working. */
export async function apiKeysRevision(db: Database): Promise<number> {
  const row = await db.first<{ revision: number }>(
    `select revision from revisions where subject = 'apiKeys'`,
  );
  return row?.revision ?? 0;
}

export async function setApiKeyLastUsed(
  db: Database,
  use: { brandId: string; keyId: string; at: number },
): Promise<void> {
  await db.run(
    'update api_keys set last_used_at = ? where brand_id = ? and id = ?',
    use.at,
    use.brandId,
    use.keyId,
  );
}

export function scopesToText(scopes: readonly Scope[]): string {
  return scopes.join(' ');
}

export function scopesFromText(text: string): Scope[] {
  return text.split(' ') as Scope[];
}
