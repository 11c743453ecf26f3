import type { PhotoError } from '#contract/photo-lists.ts';

type PhotoUrlReading = { url: URL } | { error: Extract<PhotoError, 'invalid_url' | 'not_https'> };

/** Checks the form of the URL only; the outbound guard checks the host's addresses. */
export function readPhotoUrl(text: string): PhotoUrlReading {
  const url = URL.parse(text);
  if (!url) return { error: 'invalid_url' };
  if (url.protocol !== 'https:') return { error: 'not_https' };
  // Refuse credentials: "https://known.example@evil.example/" is meant to mislead.
  if (url.username !== '' || url.password !== '') return { error: 'invalid_url' };
  url.hash = '';
  return { url };
}
