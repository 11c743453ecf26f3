// Caches the app itself: its HTML page, scripts and styles.
import { withinMs } from './within-ms.ts';

declare global {
  /** The paths of all built files and a hash of them, filled in by the build. */
  var builtFiles: { version: string; files: string[] };
}

// File names contain a content hash, so the files of a version never change.
const { version, files } = globalThis.builtFiles;
const prefix = 'app-';
const cacheName = prefix + version;
// All routes share one HTML page.
const pageKey = '/leads';
const networkTimeoutMs = 4_000;
// Open windows may still run the previous version.
const versionsMax = 2;

export async function precacheApp(): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all([
    ...files.map(async (file) => {
      const known = await caches.match(file);
      return known ? cache.put(file, known) : cache.add(file);
    }),
    cache.add(new Request(pageKey, { cache: 'reload' })),
  ]);
  // In the order of creation.
  const versions = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const old = versions.filter((name) => name !== cacheName).slice(0, -(versionsMax - 1));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Network first, for the newest version; the cache after a timeout. */
export async function respondWithPage(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(pageKey);
  const fresh = fetch(request);
  if (!cached) return fresh;
  // The cached page comes with its own CSP header, which matches its nonce.
  return (await withinMs(networkTimeoutMs, fresh)) ?? cached;
}

export async function respondWithAsset(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const fresh = await fetch(request);
  if (fresh.ok) await (await caches.open(cacheName)).put(request, fresh.clone());
  return fresh;
}
