// The outcomes of a lead's photos.
import type { PhotoError } from '#contract/photo-lists.ts';
import { photosPerItemMax } from '#contract/limits.ts';
import { languageOf } from '#core/accounts/language.ts';
import { systemAuthor } from '#core/author.ts';
import type { NewEvent } from '#core/event.ts';
import { byBrandAndId, type JobClaim } from '#core/job.ts';
import { photoQuotaReason } from '#core/photos/photo-quota-reason.ts';
import { readUploadUrl } from '#core/photos/upload-url.ts';
import { presentPhoto, presentWorkItem } from '#core/present.ts';
import {
  findAsset,
  findStoredAssetByContent,
  lockAssets,
  markAssetStored,
} from '#db/photos/assets.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { deleteIntakeFile } from '#db/intakes/intake-files.ts';
import { replaceRememberedAnswer } from '#db/leads/idempotency.ts';
import { deleteJob } from '#db/jobs/jobs.ts';
import { findPhotos, type PhotoKey, updatePhoto } from '#db/photos/photos.ts';
import type { AssetRow } from '#db/tables.ts';
import { findWorkItems, touchWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { createLeadRoute } from '../leads/create-leads.ts';
import { recordEvents } from '../events/events.ts';
import type { ShownWorkItem } from '../work-items/get-work-item.ts';

export interface PhotoEnd {
  job: JobClaim;
  photo: PhotoKey;
  /** `bytesMax` is set when the photo failed because the brand's quota is full. */
  outcome: { assetId: string } | { error: PhotoError; bytesMax?: number };
}

/**
 * Ends photos together with their jobs. Returns false for a photo whose job another worker has claimed,
 * or whose asset was deleted meanwhile.
 */
export function settlePhotos(
  db: Database,
  ends: readonly PhotoEnd[],
  context: ActionContext,
): Promise<boolean[]> {
  return db.transaction(async (trx) => {
    const now = context.now();
    await lockPictures(trx, ends);
    // Lock order: jobs, then work items, each sorted. Servers that end photos of the
    // same leads never deadlock.
    const ended = new Map<PhotoEnd, AssetRow | null>();
    for (const end of ends.toSorted((one, other) => byBrandAndId(one.job, other.job))) {
      const asset = await assetOf(trx, end, now);
      if (asset !== undefined && (await deleteJob(trx, end.job))) ended.set(end, asset);
    }
    const events: NewEvent[] = [];
    for (const end of [...ended.keys()].sort(byWorkItem)) {
      events.push(await showOutcome(trx, end, ended.get(end)!, now));
    }
    await recordEvents(trx, events, context);
    return ends.map((end) => ended.has(end));
  });
}

/** Until the commit, no other server stores the same pictures or deletes them. */
async function lockPictures(trx: Database, ends: readonly PhotoEnd[]): Promise<void> {
  const names = new Set<string>();
  for (const { photo, outcome } of ends) {
    if (!('assetId' in outcome)) continue;
    const asset = await findAsset(trx, { brandId: photo.brandId, id: outcome.assetId });
    if (asset?.storedAt === null) names.add(`asset ${photo.brandId} ${asset.contentHash}`);
  }
  await trx.waitForLocks([...names]);
  const byBrand = Map.groupBy(ends, ({ photo }) => photo.brandId);
  for (const brandId of [...byBrand.keys()].sort()) {
    const own = byBrand.get(brandId)!;
    const ids = own.flatMap(({ outcome }) => ('assetId' in outcome ? outcome.assetId : []));
    await lockAssets(trx, brandId, ids);
  }
}

function byWorkItem({ photo: one }: PhotoEnd, { photo: other }: PhotoEnd): number {
  return byBrandAndId(
    { brandId: one.brandId, id: one.workItemId },
    { brandId: other.brandId, id: other.workItemId },
  );
}

/** Returns null for a photo that failed, undefined when its asset was deleted. */
async function assetOf(
  trx: Database,
  { photo, outcome }: PhotoEnd,
  now: number,
): Promise<AssetRow | null | undefined> {
  if (!('assetId' in outcome)) return null;
  return storedAsset(trx, { brandId: photo.brandId, id: outcome.assetId }, now);
}

async function showOutcome(
  trx: Database,
  { photo, outcome }: PhotoEnd,
  asset: AssetRow | null,
  now: number,
): Promise<NewEvent> {
  const { brandId, workItemId } = photo;
  const shown = {
    status: asset ? 'stored' : 'failed',
    assetId: asset?.id ?? null,
    contentType: asset?.contentType ?? null,
    sizeBytes: asset?.sizeBytes ?? null,
    // A PDF has none.
    width: asset?.width || null,
    height: asset?.height || null,
    error: 'error' in outcome ? outcome.error : null,
  } as const;
  const url = await updatePhoto(trx, photo, shown);
  const upload = asset && readUploadUrl(url);
  if (upload) await deleteIntakeFile(trx, { brandId, ...upload });
  await touchWorkItem(trx, { brandId, id: workItemId }, now);
  return {
    brandId,
    type: `photo.${shown.status}`,
    subjectId: workItemId,
    ...systemAuthor,
    changes: { photos: { before: null, after: { url, ...shown } } },
    reason: await reasonOf(trx, brandId, outcome),
    createdAt: now,
  };
}

async function reasonOf(
  trx: Database,
  brandId: string,
  outcome: PhotoEnd['outcome'],
): Promise<string | null> {
  if (!('error' in outcome) || outcome.bytesMax === undefined) return null;
  const brand = await findBrand(trx, brandId);
  return brand
    ? photoQuotaReason(languageOf(brand.language, brand.country), outcome.bytesMax)
    : null;
}

// Another job may have stored the same picture meanwhile: then its asset is used, and ours is swept later.
async function storedAsset(
  trx: Database,
  key: { brandId: string; id: string },
  now: number,
): Promise<AssetRow | undefined> {
  const asset = await findAsset(trx, key);
  if (!asset || asset.storedAt !== null) return asset;
  const twin = await findStoredAssetByContent(trx, key.brandId, asset.contentHash);
  if (twin) {
    await lockAssets(trx, key.brandId, [twin.id]);
    return findAsset(trx, twin);
  }
  await markAssetStored(trx, key, now);
  return asset;
}

interface AnsweredLead {
  brandId: string;
  workItemId: string;
}

/** The response to a create, with the photos' current outcomes. */
export async function readLeadAnswer(
  db: Database,
  { brandId, workItemId }: AnsweredLead,
): Promise<string> {
  const [item] = await findWorkItems(db, brandId, [workItemId]);
  if (!item) throw new Error(`work item ${workItemId} does not exist`);
  const photos = await findPhotos(db, brandId, [workItemId]);
  return JSON.stringify(presentWorkItem(item, photos));
}

/** The same, also stored for replays with the same Idempotency-Key. */
export function rememberLeadAnswer(
  db: Database,
  {
    idempotencyKey,
    isAnswerOmitted,
    ...lead
  }: AnsweredLead & { idempotencyKey: string; isAnswerOmitted: boolean },
): Promise<string> {
  return db.transaction(async (trx) => {
    const body = await readLeadAnswer(trx, lead);
    const claim = { brandId: lead.brandId, route: createLeadRoute, idempotencyKey };
    await replaceRememberedAnswer(trx, claim, isAnswerOmitted ? '' : body);
    return body;
  });
}

export async function listPhotos(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<ShownWorkItem | null> {
  const [item] = await findWorkItems(db, brandId, [id]);
  if (!item || item.deletedAt !== null) return null;
  const photos = await findPhotos(db, brandId, [id]);
  const body = JSON.stringify({ data: photos.map(presentPhoto), limit: photosPerItemMax });
  return { phase: item.phase, version: item.version, body };
}
