// The rows of photos that are added to a lead or job.
import { photoBytesMax, photosPendingMax } from '#contract/limits.ts';
import { initialStatusOf } from '../leads/new-records.ts';
import type { PhotoRecord } from '../records.ts';
import { isPdf } from './document.ts';
import { imageFormatOf } from './image-format.ts';

export type NewPhoto = Pick<PhotoRecord, 'url' | 'status' | 'error'>;

export function photoFromUrl(url: string): NewPhoto {
  return { url, ...initialStatusOf(url) };
}

/** A file that is no picture is refused before it is stored. */
export function photoFromFile(url: string, bytes: Uint8Array): NewPhoto {
  const error = isPdf(bytes) || imageFormatOf(bytes) !== null ? null : 'not_an_image';
  const refusal = bytes.length > photoBytesMax ? 'too_large' : error;
  return { url, status: refusal ? 'failed' : 'pending', error: refusal };
}

interface PhotoPlace {
  brandId: string;
  workItemId: string;
  /** The position of the first one. */
  first: number;
  /** How many photos of the brand are pending. */
  pending: number;
}

/** Those beyond the brand's queue fail immediately. */
export function photoRows(
  photos: readonly NewPhoto[],
  { brandId, workItemId, first, pending }: PhotoPlace,
): PhotoRecord[] {
  return photos.map(({ url, status, error }, index) => ({
    brandId,
    workItemId,
    position: first + index,
    url,
    ...(status === 'pending' && pending + index >= photosPendingMax
      ? { status: 'failed', error: 'storage_failed' }
      : { status, error }),
    assetId: null,
    contentType: null,
    sizeBytes: null,
    width: null,
    height: null,
  }));
}
