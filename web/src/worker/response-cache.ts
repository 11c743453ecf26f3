// Caches API responses for when the server cannot be reached. Cleared when the session ends.
import { requestKind } from './request-kind.ts';
import { withinMs } from './within-ms.ts';
import { type FetchEvent, worker } from './worker-scope.ts';

const mebibyte = 1024 * 1024;
const responseBytesMax = mebibyte;
const stores = {
  record: { name: 'answers', entriesMax: 300, entryBytesMax: responseBytesMax },
  thumbnail: { name: 'thumbnails', entriesMax: 300, entryBytesMax: responseBytesMax },
  // Full-size photos.
  photo: { name: 'photos', entriesMax: 40, entryBytesMax: 15 * mebibyte, bytesMax: 40 * mebibyte },
} satisfies Record<string, Store>;
const cachedDaysMax = 7;
const dayMs = 24 * 60 * 60 * 1000;
const networkTimeoutMs = 4_000;
// Longer after a write, which an older response would undo on the screen. Below the page's timeout.
const networkTimeoutMsAfterWrite = 12_000;
// The record is gone, or no longer visible to this person.
const goneStatuses = new Set([403, 404, 410]);
const cachedAtHeader = 'x-cached-at';
const bytesHeader = 'x-cached-bytes';
const brandHeader = 'x-vakwerk-brand';

// Incremented by each clear: a response requested before a clear must not be cached after it.
let generation = 0;

export async function clearResponses(): Promise<void> {
  generation += 1;
  await Promise.all(Object.values(stores).map(({ name }) => caches.delete(name)));
}

let lastWriteAt = 0;

/** After a write, responses cached before it are older than what the page shows. */
export function noteWrite(): void {
  lastWriteAt = Date.now();
}

export async function networkFirst(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const store = storeFor(request);
  const generationAtStart = generation;
  const fresh = fetch(request);
  // Clone before the body is read.
  const copy = fresh.then((response) => response.clone());
  const caching = updateCache(copy, request, store, generationAtStart);
  event.waitUntil(caching);
  const cached = request.cache === 'reload' ? null : await find(store.name, request);
  if (!cached) return fresh;
  const isBeforeWrite = cachedAtOf(cached) < lastWriteAt;
  const timeoutMs = isBeforeWrite ? networkTimeoutMsAfterWrite : networkTimeoutMs;
  const inTime = await withinMs(timeoutMs, fresh);
  if (inTime) return inTime;
  if (store === stores.record && !isSession(request)) {
    const served = cached.clone();
    event.waitUntil(caching.then(() => notifyIfNewer(event.clientId, fresh, served)));
  }
  return cached;
}

function storeFor(request: Request): Store {
  const kind = requestKind(request);
  return stores[kind === 'thumbnail' || kind === 'photo' ? kind : 'record'];
}

/** Its body differs every time, and the event stream reports a changed brand or role. */
function isSession({ url }: Request): boolean {
  return new URL(url).pathname === '/v1/app/session';
}

/** Only for a changed body: the page then refetches, which may take just as long. */
async function notifyIfNewer(
  clientId: string,
  fresh: Promise<Response>,
  served: Response,
): Promise<void> {
  const response = await fresh.catch(() => null);
  if (!response) return;
  const isChanged = response.ok && (await response.text()) !== (await served.text());
  const isGone = response.status === 401 || goneStatuses.has(response.status);
  if (isChanged || isGone) (await worker.clients.get(clientId))?.postMessage('newer');
}

interface Store {
  name: string;
  entriesMax: number;
  entryBytesMax: number;
  /** Of all entries together. */
  bytesMax?: number;
}

async function updateCache(
  copy: Promise<Response>,
  request: Request,
  store: Store,
  generationAtStart: number,
): Promise<void> {
  const response = await copy.catch(() => null);
  if (!response) return;
  if (response.status === 401) await clearResponses();
  else if (response.ok) await put(store, request, response, generationAtStart);
  else if (goneStatuses.has(response.status)) await evictRecord(store, request.url);
}

/** Also evicts other responses about the same record: its history, a customer's leads and jobs. */
async function evictRecord({ name }: Store, url: string): Promise<void> {
  const [, , , , id] = new URL(url).pathname.split('/');
  const cache = await caches.open(name);
  const keys = await cache.keys();
  const about = keys.filter((key) => key.url === url || (id && key.url.includes(id)));
  await Promise.all(about.map((key) => cache.delete(key, { ignoreVary: true })));
}

async function put(
  store: Store,
  request: Request,
  response: Response,
  generationAtStart: number,
): Promise<void> {
  const body = await response.blob();
  if (body.size > store.entryBytesMax) return;
  const headers = new Headers(response.headers);
  headers.set(bytesHeader, String(body.size));
  headers.set(cachedAtHeader, String(Date.now()));
  headers.set(brandHeader, request.headers.get(brandHeader) ?? '');
  const cache = await caches.open(store.name);
  const entry = new Response(body, { headers });
  if (generationAtStart !== generation) return;
  await cache.put(request.url, entry);
  await evict(cache, store);
}

async function evict(cache: Cache, { entriesMax, bytesMax }: Store): Promise<void> {
  // In the order of insertion.
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -entriesMax).map((key) => cache.delete(key)));
  if (bytesMax) await evictBeyond(cache, keys.slice(-entriesMax), bytesMax);
  for (const key of keys.slice(-entriesMax)) {
    const oldest = await cache.match(key, { ignoreVary: true });
    if (oldest && !isExpired(oldest)) break;
    await cache.delete(key);
  }
}

/** Keeps the newest entries, up to `bytesMax`. */
async function evictBeyond(
  cache: Cache,
  keys: readonly Request[],
  bytesMax: number,
): Promise<void> {
  let bytes = 0;
  for (const key of keys.toReversed()) {
    const entry = await cache.match(key, { ignoreVary: true });
    bytes += Number(entry?.headers.get(bytesHeader) ?? 0);
    if (bytes > bytesMax) await cache.delete(key);
  }
}

async function find(name: string, request: Request): Promise<Response | null> {
  const cache = await caches.open(name);
  // Responses vary only by encoding, and cached bodies are decoded.
  const cached = await cache.match(request.url, { ignoreVary: true });
  if (!cached) return null;
  // Images and the session are requested without a brand.
  const brand = request.headers.get(brandHeader);
  const isOfOtherBrand = brand !== null && cached.headers.get(brandHeader) !== brand;
  return isExpired(cached) || isOfOtherBrand ? null : cached;
}

function isExpired(cached: Response): boolean {
  return cachedAtOf(cached) < Date.now() - cachedDaysMax * dayMs;
}

function cachedAtOf(cached: Response): number {
  return Number(cached.headers.get(cachedAtHeader));
}
