import type { PhotoError } from '#contract/photo-lists.ts';

export class DownloadFailed extends Error {
  override name = 'DownloadFailed';
  readonly code: PhotoError;
  /** Whether the same download may go well later. */
  readonly isTransient: boolean;

  constructor(code: PhotoError, isTransient: boolean, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.isTransient = isTransient;
  }
}
