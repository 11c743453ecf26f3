// Keeps the last pages of lists, so that the service sends an unchanged one as 304 without its body. Browsers do so by
// themselves.

type Fetch = typeof globalThis.fetch;

interface KeptPage {
  etag: string;
  text: string;
}

const charactersMax = 5_000_000;

/** What is asked for again with `If-None-Match` is answered as if the page had been sent. */
export function revalidating(fetch: Fetch): Fetch {
  const pages = new Map<string, KeptPage>();
  let characters = 0;

  const forget = (url: string) => {
    characters -= pages.get(url)?.text.length ?? 0;
    pages.delete(url);
  };
  const keep = (url: string, page: KeptPage) => {
    forget(url);
    pages.set(url, page);
    characters += page.text.length;
    for (const oldest of pages.keys()) {
      if (characters <= charactersMax) break;
      forget(oldest);
    }
  };

  return async (input, init) => {
    const url = String(input);
    if (init?.method !== 'GET') return fetch(input, init);
    const kept = pages.get(url);
    const headers = new Headers(init.headers);
    if (kept) headers.set('if-none-match', kept.etag);
    const response = await fetch(input, { ...init, headers });
    if (kept && response.status === 304) {
      return new Response(kept.text, { status: 200, headers: response.headers });
    }
    const etag = response.headers.get('etag');
    // Lists have weak tags. A single record is small, and its tag names its version.
    if (!response.ok || !etag?.startsWith('W/')) return response;
    const text = await response.text();
    keep(url, { etag, text });
    return new Response(text, { status: response.status, headers: response.headers });
  };
}
