// The bytes of each brand's pictures, thumbnails included. The total changes in the transaction
// that inserts or deletes the asset; a `sum` would read all assets of the brand for each new one.
// Only photos wait for the row lock, never leads.
import type { Database } from '../database.ts';

/** Returns false, and changes nothing, when the total would exceed `bytesMax`. */
export async function takeAssetRoom(
  db: Database,
  { brandId, bytes, bytesMax }: { brandId: string; bytes: number; bytesMax: number | null },
): Promise<boolean> {
  const take = () =>
    db.run(
      'update asset_totals set bytes = bytes + ? where brand_id = ? and bytes + ? <= ?',
      bytes,
      brandId,
      bytes,
      bytesMax ?? Number.MAX_SAFE_INTEGER,
    );
  if ((await take()) === 1) return true;
  // READ COMMITTED: the row may be missing to the first update, and another server's a moment later.
  await addMissingTotal(db, brandId);
  return (await take()) === 1;
}

/** Call after deleting the assets. A missing total will be computed from the remaining ones. */
export async function giveBackAssetRoom(
  db: Database,
  { brandId, bytes }: { brandId: string; bytes: number },
): Promise<void> {
  await db.run('update asset_totals set bytes = bytes - ? where brand_id = ?', bytes, brandId);
}

async function addMissingTotal(db: Database, brandId: string): Promise<void> {
  const known = await db.first('select 1 as found from asset_totals where brand_id = ?', brandId);
  if (known) return;
  // If another server is inserting it, this waits for that commit.
  await db.run(
    `insert into asset_totals (brand_id, bytes)
      select id, ${sumOf('brands.id')} from brands where id = ? on conflict (brand_id) do nothing`,
    brandId,
  );
}

function sumOf(brandId: string): string {
  return `(select coalesce(sum(size_bytes + thumbnail_bytes), 0) from assets
    where assets.brand_id = ${brandId})`;
}

export async function findLargestTotal(db: Database): Promise<number> {
  const row = await db.first<{ bytes: number }>(
    'select coalesce(max(bytes), 0) as bytes from asset_totals',
  );
  return row!.bytes;
}

export function findTotal(db: Database, brandId: string): Promise<AssetTotal | undefined> {
  return db.first(`${selectTotal} where brand_id = ?`, brandId);
}

export function findTotalBehind(db: Database, brandId: string): Promise<AssetTotal | undefined> {
  return db.first(`${selectTotal} where brand_id > ? order by brand_id limit 1`, brandId);
}

export interface AssetTotal {
  brandId: string;
  bytes: number;
}

const selectTotal = 'select brand_id as "brandId", bytes from asset_totals';

/** A chunk of a brand's assets, by id. */
export function readAssetSizes(
  db: Database,
  { brandId, afterId, most }: { brandId: string; afterId: string; most: number },
): Promise<{ id: string; bytes: number }[]> {
  return db.all(
    `select id, size_bytes + thumbnail_bytes as bytes from assets
      where brand_id = ? and id > ? order by id limit ?`,
    brandId,
    afterId,
    most,
  );
}

/** Unless the total has changed meanwhile. */
export async function correctTotal(
  db: Database,
  { brandId, bytes, counted }: AssetTotal & { counted: number },
): Promise<void> {
  const update = 'update asset_totals set bytes = ? where brand_id = ? and bytes = ?';
  await db.run(update, counted, brandId, bytes);
}
