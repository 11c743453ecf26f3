// What the server and a picture process say to each other.
import type { ImageFormat } from '#core/photos/image-format.ts';
import { type Picture, type PictureError, pictureErrors } from './picture.ts';

export interface PictureQuestion {
  format: ImageFormat;
  /** Paths: the file as it was received, and where the two results go. */
  source: string;
  picture: string;
  thumbnail: string;
  megapixelsMax: number;
  pictureSideMax: number;
  thumbnailSideMax: number;
}

export type MadePicture = Omit<Picture, 'contentType'>;

/** `ready` comes once, when a process can take its first picture. */
export type PictureAnswer =
  | { kind: 'ready' }
  | { kind: 'made'; made: MadePicture }
  | { kind: 'refused'; code: PictureError; message: string };

/** Null when it is no answer: a decoder that strangers got hold of could say anything. */
export function readAnswer(value: unknown): PictureAnswer | null {
  if (!isObject(value)) return null;
  const { kind, made, code, message } = value;
  if (kind === 'ready') return { kind };
  if (kind === 'made' && isObject(made)) {
    const { width, height, sizeBytes, thumbnailBytes } = made;
    const numbers = [width, height, sizeBytes, thumbnailBytes];
    if (!numbers.every((one) => Number.isSafeInteger(one) && (one as number) > 0)) return null;
    return { kind, made: { width, height, sizeBytes, thumbnailBytes } as MadePicture };
  }
  const known = pictureErrors.find((one) => one === code);
  if (kind === 'refused' && known) return { kind, code: known, message: String(message) };
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
