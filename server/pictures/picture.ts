// The result of processing a photo, and the errors.
import type { PhotoError } from '#contract/photo-lists.ts';

export interface Picture {
  contentType: string;
  width: number;
  height: number;
  sizeBytes: number;
  thumbnailBytes: number;
}

/** `storage_failed` is no fault of the picture: its files or a process are unavailable. */
export const pictureErrors = [
  'not_an_image',
  'image_too_big',
  'storage_failed',
] as const satisfies PhotoError[];

export type PictureError = (typeof pictureErrors)[number];

export class PictureRefused extends Error {
  readonly code: PictureError;
  /** Whether a retry with the same file may succeed. */
  readonly isTransient: boolean;

  constructor(code: PictureError, message: string, isTransient: boolean) {
    super(message);
    this.name = 'PictureRefused';
    this.code = code;
    this.isTransient = isTransient;
  }
}
