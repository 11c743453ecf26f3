import type { PhotoRecord } from '#core/records.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';

const fields: Field<'photos'>[] = [
  'brandId',
  'workItemId',
  'position',
  'url',
  'status',
  'assetId',
  'contentType',
  'sizeBytes',
  'width',
  'height',
  'error',
];

export function insertPhotos(db: Database, photos: readonly PhotoRecord[]): Promise<void> {
  return db.insertRows('photos', photos);
}

/** In the order they were sent. */
export function findPhotos(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<PhotoRecord[]> {
  if (workItemIds.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${columns('photos', fields)} from photos
      where brand_id = ? and work_item_id in (${marks(workItemIds)})
      order by work_item_id, position`,
    brandId,
    ...workItemIds,
  );
}

export type PhotoKey = Pick<PhotoRecord, 'brandId' | 'workItemId' | 'position'>;
type PhotoOutcome = Omit<PhotoRecord, keyof PhotoKey | 'url'>;

/** Returns the photo's URL. */
export async function updatePhoto(
  db: Database,
  { brandId, workItemId, position }: PhotoKey,
  outcome: PhotoOutcome,
): Promise<string> {
  const { status, assetId, contentType, sizeBytes, width, height, error } = outcome;
  const row = await db.first<{ url: string }>(
    `update photos set status = ?, asset_id = ?, content_type = ?, size_bytes = ?,
        width = ?, height = ?, error = ?
      where brand_id = ? and work_item_id = ? and position = ? returning url`,
    status,
    assetId,
    contentType,
    sizeBytes,
    width,
    height,
    error,
    brandId,
    workItemId,
    position,
  );
  return row?.url ?? '';
}

/** Returns the assets that the photos referenced. */
export async function deletePhotos(
  db: Database,
  brandId: string,
  workItemIds: readonly string[],
): Promise<string[]> {
  const photos = await findPhotos(db, brandId, workItemIds);
  if (photos.length === 0) return [];
  await db.run(
    `delete from photos where brand_id = ? and work_item_id in (${marks(workItemIds)})`,
    brandId,
    ...workItemIds,
  );
  return [...new Set(photos.flatMap(({ assetId }) => assetId ?? []))];
}

/** Of one work item; several of its photos may have the same picture. */
export async function deletePhotosOfAsset(
  db: Database,
  { brandId, workItemId, assetId }: Pick<PhotoKey, 'brandId' | 'workItemId'> & { assetId: string },
): Promise<void> {
  await db.run(
    'delete from photos where brand_id = ? and work_item_id = ? and asset_id = ?',
    brandId,
    workItemId,
    assetId,
  );
}
