// Messages between the server and a picture process.
import { isObject } from '#core/reading/read-field.ts';
import type { ImageFormat } from '#core/photos/image-format.ts';
import { type Picture, type PictureError, pictureErrors, PictureRefused } from './picture.ts';

export interface PictureRequest {
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

export type PictureResponse =
  | { kind: 'made'; made: MadePicture }
  | { kind: 'refused'; code: PictureError; message: string };

/** A compromised decoder may send anything. */
export function readResponse(value: unknown): PictureResponse {
  if (!isObject(value)) throw invalidResponse();
  const { kind, made, code, message } = value;
  if (kind === 'made' && isObject(made)) {
    const { width, height, sizeBytes, thumbnailBytes } = made;
    const numbers = [width, height, sizeBytes, thumbnailBytes];
    if (!numbers.every((one) => Number.isSafeInteger(one) && (one as number) > 0))
      throw invalidResponse();
    return { kind, made: { width, height, sizeBytes, thumbnailBytes } as MadePicture };
  }
  const known = pictureErrors.find((one) => one === code);
  if (kind === 'refused' && known) {
    return { kind, code: known, message: typeof message === 'string' ? message : '' };
  }
  throw invalidResponse();
}

export function invalidResponse(): PictureRefused {
  return new PictureRefused('not_an_image', 'the picture process sent an invalid response', false);
}
