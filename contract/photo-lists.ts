// Enums of a photo, without the schemas; see work-item-lists.ts.

export const photoStatuses = ['stored', 'failed', 'pending'] as const;

export const photoErrors = [
  'not_https',
  'invalid_url',
  'blocked_address',
  'dns_failed',
  'connect_failed',
  'tls_failed',
  'timeout',
  'http_status',
  'too_many_redirects',
  'too_large',
  'not_an_image',
  'image_too_big',
  'storage_failed',
] as const;

export type PhotoError = (typeof photoErrors)[number];

/** Stored picture types and their file extensions. */
export const pictureTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
} as const;

export type PictureType = keyof typeof pictureTypes;

/** Stored as it was sent, and only ever downloaded. */
export const documentType = 'application/pdf';
