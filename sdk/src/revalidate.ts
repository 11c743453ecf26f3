// Caches list pages by ETag, so that the service answers 304 Not Modified for an unchanged one.
// Browsers have their own cache.

type Fetch = typeof globalThis.fetch;

interface CachedPage {
  etag: string;
  text: string;
}

const charactersMax = 5_000_000;

/** Adds `If-None-Match`, and turns a 304 into the cached page. */
export function revalidating(fetch: Fetch): Fetch {
  const pages = new Map<string, CachedPage>();
  let characters = 0;

  const evict = (url: string) => {
    characters -= pages.get(url)?.text.length ?? 0;
    pages.delete(url);
  };
  const store = (url: string, page: CachedPage) => {
    evict(url);
    pages.set(url, page);
    characters += page.text.length;
    for (const oldest of pages.keys()) {
      if (characters <= charactersMax) break;
      evict(oldest);
    }
  };

  return async (input, init) => {
    const url = String(input);
    if (init?.method !== 'GET') return fetch(input, init);
    const cached = pages.get(url);
    const headers = new Headers(init.headers);
    if (cached) headers.set('if-none-match', cached.etag);
    const response = await fetch(input, { ...init, headers });
    if (cached && response.status === 304) {
      return new Response(cached.text, { status: 200, headers: response.headers });
    }
    const etag = response.headers.get('etag');
    // Only lists have weak ETags; a single record is not worth caching.
    if (!response.ok || !etag?.startsWith('W/')) return response;
    const text = await response.text();
    store(url, { etag, text });
    return new Response(text, { status: response.status, headers: response.headers });
  };
}
