// What the service answered last, for when it cannot be reached. It belongs to whoever is signed in, and goes with them.
import { kindOf } from './kinds-of-request.ts';
import { withinMs } from './within-ms.ts';
import { type FetchEvent, worker } from './worker-scope.ts';

const mebibyte = 1024 * 1024;
// Of an answer no more than this is worth the room; a photo is as large as it is.
const answerBytesMax = mebibyte;
const stores = {
  record: { name: 'answers', entriesMax: 300, entryBytesMax: answerBytesMax },
  thumbnail: { name: 'thumbnails', entriesMax: 300, entryBytesMax: answerBytesMax },
  // Those that were looked at last, whole.
  photo: { name: 'photos', entriesMax: 40, entryBytesMax: 15 * mebibyte, bytesMax: 40 * mebibyte },
} satisfies Record<string, Store>;
const keptDaysMax = 7;
const dayMs = 24 * 60 * 60 * 1000;
const answerWaitMs = 4_000;
// Longer after a change, which an older answer would undo on the screen; still less than the page waits.
const changedWaitMs = 12_000;
// What is not there any more, or not for this person.
const goneStatuses = new Set([403, 404, 410]);
const keptAtHeader = 'x-kept-at';
const bytesHeader = 'x-kept-bytes';
const brandHeader = 'x-vakwerk-brand';

// Counts how often all was forgotten: an answer that was asked for before is not kept after.
let forgotten = 0;

export async function forgetAnswers(): Promise<void> {
  forgotten += 1;
  await Promise.all(Object.values(stores).map(({ name }) => caches.delete(name)));
}

let changedAt = 0;

/** Something is being sent: what was kept before is older than what the page shows. */
export function noteChange(): void {
  changedAt = Date.now();
}

export async function keptOrFresh(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const store = storeFor(request);
  const asked = forgotten;
  const fresh = fetch(request);
  // Copied before anybody reads it.
  const copy = fresh.then((response) => response.clone());
  const keeping = keepAnswer(copy, request, store, asked);
  event.waitUntil(keeping);
  // Whoever asks anew has seen what was kept, or must not.
  const kept = request.cache === 'reload' ? null : await find(store.name, request);
  if (!kept) return fresh;
  const waitMs = keptAtOf(kept) < changedAt ? changedWaitMs : answerWaitMs;
  const inTime = await withinMs(waitMs, fresh);
  if (inTime) return inTime;
  if (store === stores.record && !isSession(request)) {
    const handedOut = kept.clone();
    event.waitUntil(keeping.then(() => tellWhenNewer(event.clientId, fresh, handedOut)));
  }
  return kept;
}

function storeFor(request: Request): Store {
  const kind = kindOf(request);
  return stores[kind === 'thumbnail' || kind === 'photo' ? kind : 'record'];
}

/** It is never the same twice, and no page is made of it: the stream tells when brand or role have changed. */
function isSession({ url }: Request): boolean {
  return new URL(url).pathname === '/v1/app/session';
}

/** Only when there is something else to be seen: the page reads again, which may take as long. */
async function tellWhenNewer(
  clientId: string,
  fresh: Promise<Response>,
  handedOut: Response,
): Promise<void> {
  const response = await fresh.catch(() => null);
  if (!response) return;
  const isOther = response.ok && (await response.text()) !== (await handedOut.text());
  const isOver = response.status === 401 || goneStatuses.has(response.status);
  if (isOther || isOver) (await worker.clients.get(clientId))?.postMessage('newer');
}

interface Store {
  name: string;
  entriesMax: number;
  entryBytesMax: number;
  /** Of all together; without it their number is bound enough. */
  bytesMax?: number;
}

async function keepAnswer(
  copy: Promise<Response>,
  request: Request,
  store: Store,
  asked: number,
): Promise<void> {
  const response = await copy.catch(() => null);
  if (!response) return;
  if (response.status === 401) await forgetAnswers();
  else if (response.ok) await keep(store, request, response, asked);
  else if (goneStatuses.has(response.status)) await forgetGone(store, request.url);
}

/** And what else is about the record of that id: its history, the work for a customer. */
async function forgetGone({ name }: Store, url: string): Promise<void> {
  const [, , , , id] = new URL(url).pathname.split('/');
  const cache = await caches.open(name);
  const keys = await cache.keys();
  const about = keys.filter((key) => key.url === url || (id && key.url.includes(id)));
  await Promise.all(about.map((key) => cache.delete(key, { ignoreVary: true })));
}

async function keep(
  store: Store,
  request: Request,
  response: Response,
  asked: number,
): Promise<void> {
  const body = await response.blob();
  if (body.size > store.entryBytesMax) return;
  const headers = new Headers(response.headers);
  headers.set(bytesHeader, String(body.size));
  headers.set(keptAtHeader, String(Date.now()));
  headers.set(brandHeader, request.headers.get(brandHeader) ?? '');
  const cache = await caches.open(store.name);
  const kept = new Response(body, { headers });
  if (asked !== forgotten) return;
  await cache.put(request.url, kept);
  await makeRoom(cache, store);
}

async function makeRoom(cache: Cache, { entriesMax, bytesMax }: Store): Promise<void> {
  // What was kept last comes last.
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -entriesMax).map((key) => cache.delete(key)));
  if (bytesMax) await dropBeyond(cache, keys.slice(-entriesMax), bytesMax);
  for (const key of keys.slice(-entriesMax)) {
    const oldest = await cache.match(key, { ignoreVary: true });
    if (oldest && !isTooOld(oldest)) break;
    await cache.delete(key);
  }
}

/** From the newest on, as many as there is room for. */
async function dropBeyond(cache: Cache, keys: readonly Request[], bytesMax: number): Promise<void> {
  let bytes = 0;
  for (const key of keys.toReversed()) {
    const kept = await cache.match(key, { ignoreVary: true });
    bytes += Number(kept?.headers.get(bytesHeader) ?? 0);
    if (bytes > bytesMax) await cache.delete(key);
  }
}

async function find(name: string, request: Request): Promise<Response | null> {
  const cache = await caches.open(name);
  // The address says it all: what varies besides is the encoding, and that is undone.
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (!kept) return null;
  // Pictures and the session are asked for without a brand.
  const brand = request.headers.get(brandHeader);
  const isOfOtherBrand = brand !== null && kept.headers.get(brandHeader) !== brand;
  return isTooOld(kept) || isOfOtherBrand ? null : kept;
}

function isTooOld(kept: Response): boolean {
  return keptAtOf(kept) < Date.now() - keptDaysMax * dayMs;
}

function keptAtOf(kept: Response): number {
  return Number(kept.headers.get(keptAtHeader));
}
