import type { PhotoError } from '#contract/photo-lists.ts';

export class DownloadFailed extends Error {
  override name = 'DownloadFailed';
  readonly code: PhotoError;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;

  constructor(code: PhotoError, isTransient: boolean, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.isTransient = isTransient;
  }
}
