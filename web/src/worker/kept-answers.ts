// What the service answered last, for when it cannot be reached. It belongs to whoever is signed in, and goes with them.
import { kindOf } from './kinds-of-request.ts';
import { withinMs } from './within-ms.ts';
import type { FetchEvent } from './worker-scope.ts';

const stores = {
  record: { name: 'answers', entriesMax: 300 },
  thumbnail: { name: 'thumbnails', entriesMax: 300 },
} as const;
const keptDaysMax = 7;
const dayMs = 24 * 60 * 60 * 1000;
const answerWaitMs = 4_000;
const keptAtHeader = 'x-kept-at';
const brandHeader = 'x-vakwerk-brand';

// Counts how often all was forgotten: an answer that was asked for before is not kept after.
let forgotten = 0;

export async function forgetAnswers(): Promise<void> {
  forgotten += 1;
  await Promise.all(Object.values(stores).map(({ name }) => caches.delete(name)));
}

export async function keptOrFresh(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const store = stores[kindOf(request) === 'thumbnail' ? 'thumbnail' : 'record'];
  const asked = forgotten;
  const fresh = fetch(request);
  // Copied before anybody reads it.
  const copy = fresh.then((response) => response.clone());
  event.waitUntil(keepAnswer(copy, request, store, asked));
  const kept = await find(store.name, request);
  if (!kept) return fresh;
  return (await withinMs(answerWaitMs, fresh)) ?? kept;
}

interface Store {
  name: string;
  entriesMax: number;
}

async function keepAnswer(
  copy: Promise<Response>,
  request: Request,
  store: Store,
  asked: number,
): Promise<void> {
  const response = await copy.catch(() => null);
  if (response?.status === 401) await forgetAnswers();
  else if (response?.ok) await keep(store, request, response, asked);
}

async function keep(
  { name, entriesMax }: Store,
  request: Request,
  response: Response,
  asked: number,
): Promise<void> {
  const headers = new Headers(response.headers);
  headers.set(keptAtHeader, String(Date.now()));
  headers.set(brandHeader, request.headers.get(brandHeader) ?? '');
  const cache = await caches.open(name);
  const kept = new Response(await response.blob(), { headers });
  if (asked !== forgotten) return;
  await cache.put(request.url, kept);
  // What was kept last comes last.
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -entriesMax).map((key) => cache.delete(key)));
}

async function find(name: string, request: Request): Promise<Response | null> {
  const cache = await caches.open(name);
  // The address says it all: what varies besides is the encoding, and that is undone.
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (!kept) return null;
  const isOld = Number(kept.headers.get(keptAtHeader)) < Date.now() - keptDaysMax * dayMs;
  if (isOld) await cache.delete(request.url);
  // Pictures and the session are asked for without a brand.
  const brand = request.headers.get(brandHeader);
  const isOfOtherBrand = brand !== null && kept.headers.get(brandHeader) !== brand;
  return isOld || isOfOtherBrand ? null : kept;
}
