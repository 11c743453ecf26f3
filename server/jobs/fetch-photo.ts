// Downloads one photo, makes a picture of it that is safe to show, and keeps that.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRetry } from '#actions/jobs.ts';
import type { PhotoEnd } from '#actions/photos/photos.ts';
import type { PhotoError } from '#contract/photo-lists.ts';
import { pictureKey, thumbnailKey } from '#core/photos/asset-keys.ts';
import type { ClaimedJob } from '#core/job.ts';
import { readPhotoJob } from '#core/photos/photo-job.ts';
import { readPhotoUrl } from '#core/photos/photo-url.ts';
import { retryDelay } from '#core/retry-schedules.ts';
import { type AssetStore, makeFolder, orStoreFailed, StoreFailed } from '#outbound/asset-store.ts';
import { DownloadFailed } from '#outbound/download-failed.ts';
import type { Downloader } from '#outbound/downloader.ts';
import { PictureRefused } from '#pictures/picture.ts';
import type { PictureMaker } from '#pictures/picture-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { inBatches } from './in-batches.ts';
import type { JobHandler } from './job-worker.ts';
import { removeUnused } from './remove-assets.ts';

interface PhotoFetching {
  runner: ActionRunner;
  downloader: Pick<Downloader, 'download'>;
  pictures: PictureMaker;
  store: AssetStore;
  /** How long to wait before each further attempt, after a failure that may pass. */
  retryMs: readonly number[];
  /** Of all pictures of a brand; null for no bound. */
  bytesMax: number | null;
  /** Not the picture's fault: the operator has to know. */
  onStoreFault(error: unknown): void;
  /** The brand has no room for the picture. */
  onNoRoom(): void;
  /** The photo is done, or will not be for a while. */
  onEnd(jobId: string, outcome: PhotoOutcome): void;
}

export type PhotoOutcome = 'stored' | 'postponed' | PhotoError;

interface Failure {
  error: PhotoError;
  mayPass: boolean;
  bytesMax?: number;
}

type Kept = { assetId: string } | Failure;

// A photo that was taken up so often without an end has brought the server down, or the server was stopped
// each time; either way it is enough.
const claimsMax = 20;

export function photoFetcher(fetching: PhotoFetching): JobHandler {
  const { runner, retryMs, onEnd } = fetching;
  // Many may end in the same moment, and each commit would hold up the leads behind it.
  const retry = inBatches((retries: JobRetry[]) => runner.run('retryJobs', retries));
  const settle = inBatches((ends: PhotoEnd[]) => runner.run('settlePhotos', ends));
  return async (job, signal) => {
    const { position, url } = readPhotoJob(job.payload);
    const photo = { brandId: job.brandId, workItemId: job.subject, position };
    const kept = await keepPhoto(fetching, job, url, signal);

    const failures = job.failures + 1;
    const inMs = retryDelay(retryMs, failures, Math.random());
    if ('error' in kept && kept.mayPass && inMs !== null) {
      await retry({ job, failures, inMs });
      onEnd(job.id, 'postponed');
      return;
    }
    if (await settle({ job, photo, outcome: kept })) {
      onEnd(job.id, 'error' in kept ? kept.error : 'stored');
      return;
    }
    // The asset was swept in the same moment, or the job was lost. Then somebody else has it now, or nobody
    // wants the photo any more: ours is of no use.
    const isOurs = await retry({ job, failures: job.failures, inMs: 0 });
    if (isOurs || !('assetId' in kept)) return;
    await removeUnused(runner, fetching.store, [{ brandId: job.brandId, id: kept.assetId }]);
  };
}

async function keepPhoto(
  { runner, downloader, pictures, store, bytesMax, onStoreFault, onNoRoom }: PhotoFetching,
  job: ClaimedJob,
  text: string,
  signal: AbortSignal,
): Promise<Kept> {
  if (job.claims > claimsMax) return { error: 'timeout', mayPass: false };
  const reading = readPhotoUrl(text);
  if ('error' in reading) return { error: reading.error, mayPass: false };

  const { brandId } = job;
  const base = join(store.incoming, `${job.id}-${job.claims}`);
  const files = {
    source: `${base}.source`,
    picture: `${base}.picture`,
    thumbnail: `${base}.thumbnail`,
  };
  try {
    // There was no room for it, perhaps, when the server started.
    await orStoreFailed('no place for files', () => makeFolder(store.incoming));
    const { sha256: contentHash } = await downloader.download(reading.url, files.source, signal);
    const same = await runner.run('findSamePicture', { brandId, contentHash });
    if (same !== null && (await isThere(store, brandId, same))) return { assetId: same };

    const picture = await pictures.make({ ...files, owner: brandId, signal });
    // One whose files were lost gets them back.
    const begun = { brandId, contentHash, ...picture, bytesMax };
    const assetId = same ?? (await runner.run('beginAsset', begun));
    if (assetId === null) {
      onNoRoom();
      return { error: 'storage_failed', mayPass: false, bytesMax: bytesMax! };
    }
    try {
      await store.put(pictureKey(brandId, assetId), files.picture);
      await store.put(thumbnailKey(brandId, assetId), files.thumbnail);
    } catch (error) {
      // The disk of both may be full; the sweep gives it up then.
      if (same === null) await runner.run('giveUpAsset', { brandId, id: assetId }).catch(() => {});
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

async function isThere(store: AssetStore, brandId: string, assetId: string): Promise<boolean> {
  const keys = [pictureKey(brandId, assetId), thumbnailKey(brandId, assetId)];
  return (await Promise.all(keys.map((key) => store.has(key)))).every(Boolean);
}

function failureOf(error: unknown): Failure {
  if (error instanceof DownloadFailed || error instanceof PictureRefused) {
    return { error: error.code, mayPass: error.mayPass };
  }
  if (error instanceof StoreFailed) return { error: 'storage_failed', mayPass: true };
  throw error;
}
