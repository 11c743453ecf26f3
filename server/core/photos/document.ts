// PDFs beside the photos of a lead or job. They are stored as they were sent, so browsers only download
// them.
import { documentType } from '#contract/photo-lists.ts';

const signature = '%PDF-';

export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, signature.length)) === signature;
}

/** A row of a stored PDF: it has no size in pixels, and no thumbnail. */
export function documentOf(sizeBytes: number) {
  return { contentType: documentType, width: 0, height: 0, sizeBytes, thumbnailBytes: 0 };
}
