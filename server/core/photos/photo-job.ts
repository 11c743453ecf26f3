// The job that downloads one photo.
import type { NewJob } from '../job.ts';
import type { PhotoRecord } from '../records.ts';
import { readUploadUrl } from './upload-url.ts';

interface PhotoJobPayload {
  position: number;
  url: string;
  /** The lead is on the test side, where test URLs have an effect. */
  isTest?: boolean;
}

export function photoJob(
  photo: PhotoRecord,
  { id, now, isTest }: { id: string; now: number; isTest: boolean },
): NewJob {
  const { brandId, workItemId, position, url } = photo;
  return {
    brandId,
    id,
    kind: 'fetchPhoto',
    subject: workItemId,
    lane: laneOf(url),
    payload: JSON.stringify({
      position,
      url,
      ...(isTest && { isTest }),
    } satisfies PhotoJobPayload),
    dueAt: now,
    createdAt: now,
  };
}

/** "example.com." and "example.com" are one host. */
function laneOf(url: string): string {
  return readUploadUrl(url) ? 'upload' : new URL(url).hostname.replace(/\.$/, '');
}

export function readPhotoJob(payload: string): PhotoJobPayload {
  return JSON.parse(payload) as PhotoJobPayload;
}
