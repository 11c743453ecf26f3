// Pictures that a brand keeps: looked up, begun, and removed when nothing refers to them any more.
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

/** One of the brand's own that is there in full. */
export async function getAsset(db: Database, key: AssetKey): Promise<ShownAsset | null> {
  const asset = await findAsset(db, key);
  if (!asset || asset.storedAt === null) return null;
  const { contentType, sizeBytes, thumbnailBytes, contentHash } = asset;
  return { contentType, sizeBytes, thumbnailBytes, contentHash };
}

/** The asset that has the same picture already. */
export async function findSamePicture(
  db: Database,
  { brandId, contentHash }: { brandId: string; contentHash: string },
): Promise<string | null> {
  const asset = await findStoredAssetByContent(db, brandId, contentHash);
  return asset?.id ?? null;
}

type NewAsset = Omit<AssetRow, 'id' | 'createdAt' | 'storedAt' | 'condemnedAt'>;

/**
 * Before its files are written, so that they can be found and removed if nothing comes of it. Null when the pictures of
 * the brand would take more than `bytesMax`.
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

/** Its files could not be stored: what was taken for them is free for others at once, not when the sweep comes by. */
export function giveUpAsset(db: Database, key: AssetKey, context: ActionContext): Promise<void> {
  return db.transaction(async (trx) => {
    const bytes = await emptyUnstoredAsset(trx, key, context.now());
    if (bytes > 0) await giveBackAssetRoom(trx, { brandId: key.brandId, bytes });
  });
}

const lookedAtMax = 200;
// Longer than any job takes from beginning an asset to referring to it.
const looseMsMin = 60 * 60 * 1000;

interface AssetWalk {
  loose: AssetKey[];
  /** Null at the end. */
  next: AssetKey | null;
}

/** A stretch of a walk over all assets, for those that nothing refers to. */
export async function findLooseAssets(
  db: Database,
  after: AssetKey | null,
  context: ActionContext,
): Promise<AssetWalk> {
  const seen = await findAssetUses(db, {
    after: after ?? { brandId: nilUuid, id: nilUuid },
    most: lookedAtMax,
    createdBefore: context.now() - looseMsMin,
  });
  return {
    loose: seen
      .filter(({ isOrphaned }) => isOrphaned === 1)
      .map(({ brandId, id }) => ({ brandId, id })),
    next: seen.length === lookedAtMax ? seen.at(-1)! : null,
  };
}

/** From here on no photo can come to refer to them; returns those whose files may go. */
export function condemnAssets(
  db: Database,
  keys: AssetKey[],
  context: ActionContext,
): Promise<AssetKey[]> {
  return db.transaction(async (trx) => {
    const condemned: AssetKey[] = [];
    for (const [brandId, group] of Map.groupBy(keys, (key) => key.brandId)) {
      const ids = group.map(({ id }) => id);
      condemned.push(...(await markUnusedAssets(trx, { brandId, ids }, context.now())));
    }
    return condemned;
  });
}

/** When their files are gone. */
export function forgetAssets(db: Database, keys: AssetKey[]): Promise<void> {
  return db.transaction(async (trx) => {
    const byBrand = Map.groupBy(keys, (key) => key.brandId);
    // Totals are locked in one order.
    for (const brandId of [...byBrand.keys()].sort()) {
      const ids = byBrand.get(brandId)!.map(({ id }) => id);
      const bytes = await deleteMarkedAssets(trx, brandId, ids);
      if (bytes > 0) await giveBackAssetRoom(trx, { brandId, bytes });
    }
  });
}

const assetsCountedMax = 1_000;
const totalsComparedMax = 10;

/** How far the assets of a brand were counted, and its total when that began. */
export interface AssetCount extends AssetTotal {
  afterId: string;
  counted: number;
}

interface MeasuredAssets {
  /** What the brand with the most has. */
  bytesOfLargest: number;
  /** Totals that are wrong. */
  wrong: AssetCount[];
  /** To go on with; null at the end. */
  next: AssetCount | null;
}

/**
 * Compares some totals with what they should be: a node of an older version that is still running does not count. However
 * many assets a brand has, no more than a thousand are read at a time; a total that changes meanwhile is left for the next round.
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

async function beginCount(db: Database, behindBrandId: string): Promise<AssetCount | null> {
  const total = await findTotalBehind(db, behindBrandId);
  return total ? { ...total, afterId: nilUuid, counted: 0 } : null;
}

export function correctTotals(db: Database, wrong: AssetCount[]): Promise<void> {
  return db.transaction(async (trx) => {
    for (const one of wrong) await correctTotal(trx, one);
  });
}
