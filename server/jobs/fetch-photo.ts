// Downloads one photo, makes a picture of it that is safe to show, and keeps that.
import { randomInt } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhotoError } from '#contract/photo-lists.ts';
import { pictureKey, thumbnailKey } from '#core/asset-keys.ts';
import type { ClaimedJob } from '#core/job.ts';
import { readPhotoJob } from '#core/photo-job.ts';
import { readPhotoUrl } from '#core/photo-url.ts';
import { type AssetStore, StoreFailed } from '#outbound/asset-store.ts';
import { download, DownloadFailed } from '#outbound/download.ts';
import type { Guard } from '#outbound/guard.ts';
import { PictureRefused } from '#pictures/picture.ts';
import type { PictureMaker } from '#pictures/picture-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { JobHandler } from './job-worker.ts';

interface PhotoFetching {
  runner: ActionRunner;
  guard: Guard;
  pictures: PictureMaker;
  store: AssetStore;
  /** How long to wait before each further attempt, after a failure that may pass. */
  retryMs: readonly number[];
  /** The photo is done, or will not be for a while. */
  onEnd(jobId: string, outcome: PhotoOutcome): void;
}

export type PhotoOutcome = 'stored' | 'postponed' | PhotoError;

type Kept = { assetId: string } | { error: PhotoError; mayPass: boolean };

// A photo that was taken up so often without an end has brought the server down, or the server was stopped
// each time; either way it is enough.
const claimsMax = 20;
const jitterShare = 0.1;

export function photoFetcher(fetching: PhotoFetching): JobHandler {
  const { runner, retryMs, onEnd } = fetching;
  return async (job, signal) => {
    const { position, url } = readPhotoJob(job.payload);
    const photo = { brandId: job.brandId, workItemId: job.subject, position };
    const kept = await keepPhoto(fetching, job, url, signal);

    const inMs = retryMs[job.failures];
    if ('error' in kept && kept.mayPass && inMs !== undefined) {
      await runner.run('retryJob', { job, failures: job.failures + 1, inMs: withJitter(inMs) });
      onEnd(job.id, 'postponed');
      return;
    }
    if (await runner.run('settlePhoto', { job, photo, outcome: kept })) {
      onEnd(job.id, 'error' in kept ? kept.error : 'stored');
      return;
    }
    // The asset was swept in the same moment; when it is the job that was lost, this changes nothing.
    await runner.run('retryJob', { job, failures: job.failures, inMs: 0 });
  };
}

async function keepPhoto(
  { runner, guard, pictures, store }: PhotoFetching,
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
    await makeRoom(store);
    const { sha256: contentHash } = await download({
      url: reading.url,
      file: files.source,
      guard,
      signal,
    });
    const same = await runner.run('findSamePicture', { brandId, contentHash });
    if (same !== null) return { assetId: same };

    const picture = await pictures.make({ ...files, signal });
    const assetId = await runner.run('beginAsset', { brandId, contentHash, ...picture });
    await store.put(pictureKey(brandId, assetId), files.picture);
    await store.put(thumbnailKey(brandId, assetId), files.thumbnail);
    return { assetId };
  } catch (error) {
    if (signal.aborted) throw error;
    return failureOf(error);
  } finally {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  }
}

async function makeRoom({ incoming }: AssetStore): Promise<void> {
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StoreFailed(`${incoming} cannot be made`, { cause });
  }
}

function failureOf(error: unknown): Kept {
  if (error instanceof DownloadFailed || error instanceof PictureRefused) {
    return { error: error.code, mayPass: error.mayPass };
  }
  if (error instanceof StoreFailed) return { error: 'storage_failed', mayPass: true };
  throw error;
}

// Not all at the same moment to a host that is coming back.
function withJitter(ms: number): number {
  const spread = Math.ceil(ms * jitterShare);
  return ms + randomInt(spread + 1);
}
