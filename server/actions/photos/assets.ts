// A brand's stored pictures (assets): created, looked up, and deleted when orphaned.
import { nilUuid } from '#core/uuid-v7.ts';
import {
  type AssetKey,
  markUnusedAssets,
  deleteMarkedAssets,
  emptyUnstoredAsset,
  findAsset,
  findAssetUses,
  findStoredAssetByContent,
  insertAsset,
} from '#db/photos/assets.ts';
import {
  type AssetTotal,
  correctTotal,
  findLargestTotal,
  findTotal,
  findTotalBehind,
  giveBackAssetRoom,
  readAssetSizes,
  takeAssetRoom,
} from '#db/photos/asset-totals.ts';
import type { Database } from '#db/database.ts';
import type { AssetRow } from '#db/tables.ts';
import type { ActionContext } from '../context.ts';

type ShownAsset = Pick<AssetRow, 'contentType' | 'sizeBytes' | 'thumbnailBytes' | 'contentHash'>;

/** Returns an asset of the brand whose files are stored. */
export async function getAsset(db: Database, key: AssetKey): Promise<ShownAsset | null> {
  const asset = await findAsset(db, key);
  if (!asset || asset.storedAt === null) return null;
  const { contentType, sizeBytes, thumbnailBytes, contentHash } = asset;
  return { contentType, sizeBytes, thumbnailBytes, contentHash };
}

/** Returns the id of the stored asset with the same content, for deduplication. */
export async function findSamePicture(
  db: Database,
  { brandId, contentHash }: { brandId: string; contentHash: string },
): Promise<string | null> {
  const asset = await findStoredAssetByContent(db, brandId, contentHash);
  return asset?.id ?? null;
}

type NewAsset = Omit<AssetRow, 'id' | 'createdAt' | 'storedAt' | 'condemnedAt'>;

/**
 * Inserts the row before the files are written, so that the sweep finds the files of an abandoned
 * asset. Returns null when the brand's pictures would take more than `bytesMax`.
 */
export function beginAsset(
  db: Database,
  { bytesMax, ...asset }: NewAsset & { bytesMax: number | null },
  context: ActionContext,
): Promise<string | null> {
  return db.transaction(async (trx) => {
    const { brandId, sizeBytes, thumbnailBytes } = asset;
    const bytes = sizeBytes + thumbnailBytes;
    if (!(await takeAssetRoom(trx, { brandId, bytes, bytesMax }))) return null;
    const id = context.newId();
    const createdAt = context.now();
    await insertAsset(trx, { ...asset, id, createdAt, storedAt: null, condemnedAt: null });
    return id;
  });
}

/** Immediately frees the quota of an asset whose files could not be stored; the sweep would take longer. */
export function abandonAsset(db: Database, key: AssetKey, context: ActionContext): Promise<void> {
  return db.transaction(async (trx) => {
    const bytes = await emptyUnstoredAsset(trx, key, context.now());
    if (bytes > 0) await giveBackAssetRoom(trx, { brandId: key.brandId, bytes });
  });
}

const assetsPerChunk = 200;
// Longer than any job takes from creating an asset to referring to it.
const orphanedMsMin = 60 * 60 * 1000;

interface AssetScan {
  orphaned: AssetKey[];
  /** Null at the end. */
  next: AssetKey | null;
}

/** Scans a chunk of all assets for orphaned ones. */
export async function findOrphanedAssets(
  db: Database,
  after: AssetKey | null,
  context: ActionContext,
): Promise<AssetScan> {
  const seen = await findAssetUses(db, {
    after: after ?? { brandId: nilUuid, id: nilUuid },
    most: assetsPerChunk,
    createdBefore: context.now() - orphanedMsMin,
  });
  return {
    orphaned: seen
      .filter(({ isOrphaned }) => isOrphaned === 1)
      .map(({ brandId, id }) => ({ brandId, id })),
    next: seen.length === assetsPerChunk ? seen.at(-1)! : null,
  };
}

/** From now on no photo can refer to the assets. Returns the marked ones, whose files can be deleted. */
export function markAssetsForDeletion(
  db: Database,
  keys: AssetKey[],
  context: ActionContext,
): Promise<AssetKey[]> {
  return db.transaction(async (trx) => {
    const marked: AssetKey[] = [];
    for (const [brandId, group] of Map.groupBy(keys, (key) => key.brandId)) {
      const ids = group.map(({ id }) => id);
      marked.push(...(await markUnusedAssets(trx, { brandId, ids }, context.now())));
    }
    return marked;
  });
}

/** Deletes the rows after their files. */
export function purgeAssets(db: Database, keys: AssetKey[]): Promise<void> {
  return db.transaction(async (trx) => {
    const byBrand = Map.groupBy(keys, (key) => key.brandId);
    // One lock order for the totals.
    for (const brandId of [...byBrand.keys()].sort()) {
      const ids = byBrand.get(brandId)!.map(({ id }) => id);
      const bytes = await deleteMarkedAssets(trx, brandId, ids);
      if (bytes > 0) await giveBackAssetRoom(trx, { brandId, bytes });
    }
  });
}

const assetsCountedMax = 1_000;
const totalsComparedMax = 10;

/** The progress of counting a brand's assets, and its total at the start. */
export interface AssetCount extends AssetTotal {
  afterId: string;
  counted: number;
}

interface MeasuredAssets {
  /** Bytes of the largest brand. */
  bytesOfLargest: number;
  /** Brands whose stored total is wrong. */
  wrong: AssetCount[];
  /** Where to continue; null at the end. */
  next: AssetCount | null;
}

/**
 * Compares some totals with the sum of the assets: a node of an older release does not maintain them.
 * Reads at most a thousand assets per call. A total that changes meanwhile is left for the next round.
 */
export async function measureAssets(
  db: Database,
  from: AssetCount | null,
): Promise<MeasuredAssets> {
  const bytesOfLargest = await findLargestTotal(db);
  const wrong: AssetCount[] = [];
  let next = from ?? (await beginCount(db, nilUuid));
  let left = assetsCountedMax;
  for (let compared = 0; next && left > 0 && compared < totalsComparedMax; compared++) {
    const { brandId, afterId, bytes } = next;
    const sizes = await readAssetSizes(db, { brandId, afterId, most: left });
    const counted = sizes.reduce((sum, one) => sum + one.bytes, next.counted);
    const isPart = sizes.length === left;
    left -= sizes.length;
    if (isPart) {
      next = { ...next, counted, afterId: sizes.at(-1)!.id };
      continue;
    }
    const isSame = (await findTotal(db, brandId))?.bytes === bytes;
    if (isSame && counted !== bytes) wrong.push({ ...next, counted });
    next = await beginCount(db, brandId);
  }
  return { bytesOfLargest, wrong, next };
}

async function beginCount(db: Database, afterBrandId: string): Promise<AssetCount | null> {
  const total = await findTotalBehind(db, afterBrandId);
  return total ? { ...total, afterId: nilUuid, counted: 0 } : null;
}

export function correctTotals(db: Database, wrong: AssetCount[]): Promise<void> {
  return db.transaction(async (trx) => {
    for (const one of wrong) await correctTotal(trx, one);
  });
}
