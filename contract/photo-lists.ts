// The closed lists of a photo, without the schemas, for the reason given in work-item-lists.ts.

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

/** What pictures are kept as, with the ending of a file's name. */
export const pictureTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
} as const;

export type PictureType = keyof typeof pictureTypes;
