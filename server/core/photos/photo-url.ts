import type { PhotoError } from '#contract/photo-lists.ts';

type PhotoUrlReading = { url: URL } | { error: Extract<PhotoError, 'invalid_url' | 'not_https'> };

/** Whether an address is one that we would fetch from; who is behind it is for the guard to find out. */
export function readPhotoUrl(text: string): PhotoUrlReading {
  const url = URL.parse(text);
  if (!url) return { error: 'invalid_url' };
  if (url.protocol !== 'https:') return { error: 'not_https' };
  // Somebody's password is not ours to use, and "https://known.example@evil.example/" is there to mislead.
  if (url.username !== '' || url.password !== '') return { error: 'invalid_url' };
  url.hash = '';
  return { url };
}
