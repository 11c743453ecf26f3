// Stored pictures. The row is inserted before its files are written and deleted after them, so no
// file is ever without a row.
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import type { AssetRow } from '../tables.ts';

const fields: Field<'assets'>[] = [
  'brandId',
  'id',
  'contentHash',
  'contentType',
  'sizeBytes',
  'width',
  'height',
  'thumbnailBytes',
  'createdAt',
  'storedAt',
  'condemnedAt',
];

export type AssetKey = Pick<AssetRow, 'brandId' | 'id'>;

export function insertAsset(db: Database, asset: AssetRow): Promise<void> {
  return db.insertRows('assets', [asset]);
}

/** Unless it is marked for deletion. */
export function findAsset(db: Database, { brandId, id }: AssetKey): Promise<AssetRow | undefined> {
  return db.first(
    `select ${columns('assets', fields)} from assets
      where brand_id = ? and id = ? and condemned_at is null`,
    brandId,
    id,
  );
}

export function findStoredAssetByContent(
  db: Database,
  brandId: string,
  contentHash: string,
): Promise<AssetRow | undefined> {
  return db.first(
    `select ${columns('assets', fields)} from assets
      where brand_id = ? and content_hash = ? and stored_at is not null and condemned_at is null`,
    brandId,
    contentHash,
  );
}

export async function markAssetStored(
  db: Database,
  { brandId, id }: AssetKey,
  storedAt: number,
): Promise<void> {
  await db.run(
    'update assets set stored_at = ? where brand_id = ? and id = ?',
    storedAt,
    brandId,
    id,
  );
}

interface AssetStretch {
  after: AssetKey;
  most: number;
  createdBefore: number;
}

/** The next assets in key order, and whether they are orphaned. */
export function findAssetUses(
  db: Database,
  { after, most, createdBefore }: AssetStretch,
): Promise<(AssetKey & { isOrphaned: number })[]> {
  return db.all(
    `select brand_id as "brandId", id,
        case when created_at < ? and ${isUnused('assets')} then 1 else 0 end as "isOrphaned"
      from assets where (brand_id, id) > (?, ?) order by brand_id, id limit ?`,
    createdBefore,
    after.brandId,
    after.id,
    most,
  );
}

/**
 * Until the transaction ends, no other transaction marks these assets, or locks them to reference
 * them.
 */
export async function lockAssets(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.all(
    `select id from assets where brand_id = ? and id in (${marks(ids)})
      order by id${db.dialect.forUpdate}`,
    brandId,
    ...ids,
  );
}

/**
 * Marks unused assets for deletion: no photo may reference them from now on. Returns the marked
 * ones.
 */
export async function markUnusedAssets(
  db: Database,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
  now: number,
): Promise<AssetKey[]> {
  await lockAssets(db, brandId, ids);
  await db.run(
    `update assets set condemned_at = ?
      where brand_id = ? and id in (${marks(ids)}) and condemned_at is null and ${isUnused('assets')}`,
    now,
    brandId,
    ...ids,
  );
  return db.all(
    `select brand_id as "brandId", id from assets
      where brand_id = ? and id in (${marks(ids)}) and condemned_at is not null`,
    brandId,
    ...ids,
  );
}

/**
 * For an asset whose files were not stored: the row stays until they are removed, but counts no
 * bytes. Returns the bytes it counted before.
 */
export async function emptyUnstoredAsset(
  db: Database,
  { brandId, id }: AssetKey,
  now: number,
): Promise<number> {
  const unstored = 'brand_id = ? and id = ? and stored_at is null and condemned_at is null';
  const row = await db.first<{ bytes: number }>(
    `select size_bytes + thumbnail_bytes as bytes from assets
      where ${unstored}${db.dialect.forUpdate}`,
    brandId,
    id,
  );
  if (!row) return 0;
  await db.run(
    `update assets set condemned_at = ?, size_bytes = 0, thumbnail_bytes = 0 where ${unstored}`,
    now,
    brandId,
    id,
  );
  return row.bytes;
}

/** Assets of one brand; returns the bytes of their files. */
export async function deleteMarkedAssets(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<number> {
  const deleted = await db.all<{ bytes: number }>(
    `delete from assets where brand_id = ? and id in (${marks(ids)}) and condemned_at is not null
      returning size_bytes + thumbnail_bytes as bytes`,
    brandId,
    ...ids,
  );
  return deleted.reduce((sum, { bytes }) => sum + bytes, 0);
}

function isUnused(assets: string): string {
  return `not exists (select 1 from photos
    where photos.brand_id = ${assets}.brand_id and photos.asset_id = ${assets}.id)`;
}
