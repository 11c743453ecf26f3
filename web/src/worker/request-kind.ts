// Which requests the service worker handles; all others go straight to the network.
import { worker } from './worker-scope.ts';

type Kind = 'page' | 'asset' | 'record' | 'thumbnail' | 'photo' | null;

// The first path segment of every route of the app that needs a session.
const pages = /^\/($|(leads|today|jobs|calendar|customers|tray|overview|settings|sign-in)(\/|$))/;
// No secrets, logs or exports.
const records = [
  /^\/v1\/api\/(leads|work-items|customers|address)(\/[\w-]+(\/(history|notes|photos|merges|submission))?)?$/,
  /^\/v1\/app\/(session|board|people|overview)$/,
];
const image = /^\/v1\/api\/assets\/[\w-]+$/;

/** A page of the app: the API's docs and the forms of channels are other pages of this origin. */
export function isAppPage({ pathname }: URL): boolean {
  return pages.test(pathname);
}

export function requestKind(request: Request): Kind {
  const url = new URL(request.url);
  const { origin, pathname, searchParams } = url;
  if (request.method !== 'GET' || origin !== worker.location.origin) return null;
  if (request.mode === 'navigate') return isAppPage(url) ? 'page' : null;
  if (pathname.startsWith('/assets/')) return 'asset';
  // Searches are rarely repeated, and every keystroke would evict another entry.
  if (searchParams.has('q')) return null;
  if (records.some((pattern) => pattern.test(pathname))) return 'record';
  if (!image.test(pathname)) return null;
  return searchParams.get('size') === 'thumbnail' ? 'thumbnail' : 'photo';
}
