// The app itself: its page, its programs and styles.
import { withinMs } from './within-ms.ts';

declare global {
  /** The paths of all built files and a name for this very set; written here when the app is built. */
  var builtFiles: { version: string; files: string[] };
}

// Names of files change with their content, so a set of them never does.
const { version, files } = globalThis.builtFiles;
const prefix = 'app-';
const own = prefix + version;
// All addresses of the app have one page.
const pageKey = '/leads';
const pageWaitMs = 4_000;
// Pages that are open may be of the version before.
const versionsKept = 2;

export async function keepApp(): Promise<void> {
  const cache = await caches.open(own);
  await Promise.all([
    ...files.map(async (file) => {
      const known = await caches.match(file);
      return known ? cache.put(file, known) : cache.add(file);
    }),
    cache.add(new Request(pageKey, { cache: 'reload' })),
  ]);
  // In the order they were made.
  const versions = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const old = versions.filter((name) => name !== own).slice(0, -(versionsKept - 1));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** From the network, which has the newest version, unless that takes too long. */
export async function pageOf(request: Request): Promise<Response> {
  const cache = await caches.open(own);
  const kept = await cache.match(pageKey);
  const fresh = fetch(request);
  if (!kept) return fresh;
  // Its header fields are kept with it: they belong to what it lets in.
  return (await withinMs(pageWaitMs, fresh)) ?? kept;
}

export async function assetOf(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await (await caches.open(own)).put(request, fresh.clone());
  return fresh;
}
