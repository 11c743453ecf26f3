// Downloads one photo, re-encodes it into a picture that is safe to show, and stores that.
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRetry } from '#actions/jobs.ts';
import type { PhotoEnd } from '#actions/photos/photos.ts';
import type { PhotoError } from '#contract/photo-lists.ts';
import { testPhotoError } from '#contract/test-inputs.ts';
import { provokedByPhotoUrl } from '#core/leads/test-inputs.ts';
import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import { documentOf, isPdf } from '#core/photos/document.ts';
import { imageHeadBytes } from '#core/photos/image-format.ts';
import type { ClaimedJob } from '#core/job.ts';
import { readPhotoJob } from '#core/photos/photo-job.ts';
import { readPhotoUrl } from '#core/photos/photo-url.ts';
import { readUploadUrl } from '#core/photos/upload-url.ts';
import { retryDelay } from '#core/retry-schedules.ts';
import { type AssetStore, makeFolder, orStoreFailed, StoreFailed } from '#outbound/asset-store.ts';
import { DownloadFailed } from '#outbound/download-failed.ts';
import type { Downloader } from '#outbound/downloader.ts';
import { type Picture, PictureRefused } from '#pictures/picture.ts';
import type { PictureMaker } from '#pictures/picture-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { inBatches } from './in-batches.ts';
import type { JobHandler } from './job-worker.ts';
import { removeUnused } from './remove-assets.ts';
import { testPictureDownloader } from './test-picture.ts';
import { readUploadedPicture } from './uploaded-picture.ts';

interface PhotoFetching {
  runner: ActionRunner;
  downloader: Pick<Downloader, 'download'>;
  pictures: PictureMaker;
  store: AssetStore;
  /** The delays before each retry after a transient failure. */
  retryMs: readonly number[];
  /** The quota for all pictures of a brand; null for no limit. */
  bytesMax: number | null;
  /** The store failed, not the picture: the operator has to know. */
  onStoreFault(error: unknown): void;
  /** The brand's quota is full. */
  onNoRoom(): void;
  /** The photo is done or postponed. */
  onEnd(jobId: string, outcome: PhotoOutcome): void;
}

export type PhotoOutcome = 'stored' | 'postponed' | PhotoError;

interface Failure {
  error: PhotoError;
  isTransient: boolean;
  bytesMax?: number;
}

type Stored = { assetId: string } | Failure;

// A photo claimed this often without an outcome probably crashes the server: give it up.
const claimsMax = 20;

export function photoFetcher(fetching: PhotoFetching): JobHandler {
  const { runner, retryMs, onEnd } = fetching;
  // Photos may end together, and each commit of its own would delay the leads behind it.
  const retry = inBatches((retries: JobRetry[]) => runner.run('retryJobs', retries));
  const settle = inBatches((ends: PhotoEnd[]) => runner.run('settlePhotos', ends));
  return async (job, signal) => {
    const { position, url, isTest = false } = readPhotoJob(job.payload);
    const photo = { brandId: job.brandId, workItemId: job.subject, position };
    const provoked = isTest ? provokedByPhotoUrl(url) : null;
    const downloader = provoked === 'stored' ? testPictureDownloader : fetching.downloader;
    const stored: Stored =
      provoked === 'failed'
        ? { error: testPhotoError, isTransient: false }
        : await storePhoto({ ...fetching, downloader }, job, url, signal);

    const failures = job.failures + 1;
    const inMs = retryDelay(retryMs, failures, Math.random());
    if ('error' in stored && stored.isTransient && inMs !== null) {
      await retry({ job, failures, inMs });
      onEnd(job.id, 'postponed');
      return;
    }
    if (await settle({ job, photo, outcome: stored })) {
      onEnd(job.id, 'error' in stored ? stored.error : 'stored');
      return;
    }
    // Either the asset was swept meanwhile, and the job is retried; or the lease was lost or the photo
    // erased, and our asset is not needed.
    const isOurs = await retry({ job, failures: job.failures, inMs: 0 });
    if (isOurs || !('assetId' in stored)) return;
    await removeUnused(runner, fetching.store, [{ brandId: job.brandId, id: stored.assetId }]);
  };
}

async function storePhoto(
  { runner, downloader, pictures, store, bytesMax, onStoreFault, onNoRoom }: PhotoFetching,
  job: ClaimedJob,
  text: string,
  signal: AbortSignal,
): Promise<Stored> {
  if (job.claims > claimsMax) return { error: 'timeout', isTransient: false };
  const upload = readUploadUrl(text);
  const reading = upload ? null : readPhotoUrl(text);
  if (reading && 'error' in reading) return { error: reading.error, isTransient: false };

  const { brandId } = job;
  const base = join(store.incoming, `${job.id}-${job.claims}`);
  const files = {
    source: `${base}.source`,
    picture: `${base}.picture`,
    thumbnail: `${base}.thumbnail`,
  };
  try {
    // The disk may have been full when the server started.
    await orStoreFailed('cannot create the incoming folder', () => makeFolder(store.incoming));
    const { sha256: contentHash } = reading
      ? await downloader.download(reading.url, files.source, signal)
      : await readUploadedPicture(runner, { brandId, ...upload! }, files.source);
    const same = await runner.run('findSamePicture', { brandId, contentHash });
    if (same !== null && (await hasFiles(store, brandId, same))) return { assetId: same };

    const document = upload ? await readDocument(files.source) : null;
    const picture = document ?? (await pictures.make({ ...files, owner: brandId, signal }));
    // An asset whose files were lost gets them back.
    const begun = { brandId, contentHash, ...picture, bytesMax };
    const assetId = same ?? (await runner.run('beginAsset', begun));
    if (assetId === null) {
      onNoRoom();
      return { error: 'storage_failed', isTransient: false, bytesMax: bytesMax! };
    }
    try {
      await store.put(pictureKey(brandId, assetId), document ? files.source : files.picture);
      if (!document) await store.put(thumbnailKey(brandId, assetId), files.thumbnail);
    } catch (error) {
      // The database may be on the same full disk; then the sweep abandons the asset.
      if (same === null) await runner.run('abandonAsset', { brandId, id: assetId }).catch(() => {});
      throw error;
    }
    return { assetId };
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = failureOf(error);
    if (failure.error === 'storage_failed') onStoreFault(error);
    return failure;
  } finally {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  }
}

/** Null for a file that is no PDF. */
async function readDocument(path: string): Promise<Picture | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(imageHeadBytes) });
    return isPdf(buffer) ? documentOf((await file.stat()).size) : null;
  } finally {
    await file.close();
  }
}

async function hasFiles(store: AssetStore, brandId: string, assetId: string): Promise<boolean> {
  const keys = [pictureKey(brandId, assetId), thumbnailKey(brandId, assetId)];
  return (await Promise.all(keys.map((key) => store.has(key)))).every(Boolean);
}

function failureOf(error: unknown): Failure {
  if (error instanceof DownloadFailed || error instanceof PictureRefused) {
    return { error: error.code, isTransient: error.isTransient };
  }
  if (error instanceof StoreFailed) return { error: 'storage_failed', isTransient: true };
  throw error;
}
