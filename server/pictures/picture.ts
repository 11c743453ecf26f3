// What is made of a photo, and why it may not be made.
import type { PhotoError } from '#contract/photo-lists.ts';

export interface Picture {
  contentType: string;
  width: number;
  height: number;
  sizeBytes: number;
  thumbnailBytes: number;
}

/** The last is no fault of the picture: its files, or a process to make it, cannot be had now. */
export const pictureErrors = [
  'not_an_image',
  'image_too_big',
  'storage_failed',
] as const satisfies PhotoError[];

export type PictureError = (typeof pictureErrors)[number];

export class PictureRefused extends Error {
  readonly code: PictureError;
  /** Whether the same file may succeed another time. */
  readonly isTransient: boolean;

  constructor(code: PictureError, message: string, isTransient: boolean) {
    super(message);
    this.name = 'PictureRefused';
    this.code = code;
    this.isTransient = isTransient;
  }
}
