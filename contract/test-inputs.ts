// Inputs that provoke, on the test side of a brand only, what is hard to provoke. Nobody can own the
// domain: `.test` is reserved (RFC 6761).

/** E-mail addresses of leads. */
export const testEmails = {
  /** 503 with Retry-After; nothing is stored. */
  unavailable: 'unavailable@vakwerk.test',
  /** The lead is stored immediately; the response takes `slowAnswerMs`. */
  slow: 'slow@vakwerk.test',
} as const;

/** Photo URLs; a query string may follow. */
export const testPhotoUrls = {
  /** Becomes `stored` without a download. */
  stored: 'https://vakwerk.test/photos/stored.jpg',
  /** Stays `pending`. */
  pending: 'https://vakwerk.test/photos/pending.jpg',
  /** Becomes `failed` with `testPhotoError`. */
  failed: 'https://vakwerk.test/photos/failed.jpg',
} as const;

export const testPhotoError = 'http_status';
export const slowAnswerMs = 5_000;
