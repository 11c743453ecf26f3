// Which requests the service worker has a say in. All others go to the network as if it were not there.
import { worker } from './worker-scope.ts';

type Kind = 'page' | 'asset' | 'record' | 'thumbnail' | 'photo' | null;

// The first part of every address that the app shows a page for, once somebody is signed in.
const pages = /^\/($|(leads|jobs|calendar|customers|overview|settings|sign-in)(\/|$))/;
// Neither secrets nor logs, and no export: that is everything about a person, at once.
const records = [
  /^\/v1\/api\/(leads|work-items|customers|address)(\/[\w-]+(\/(history|photos|merges))?)?$/,
  /^\/v1\/app\/(session|board|people|overview)$/,
  /^\/v1\/app\/work-items\/[\w-]+\/submission$/,
];
const picture = /^\/v1\/api\/assets\/[\w-]+$/;

export function kindOf(request: Request): Kind {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return null;
  if (request.mode === 'navigate') return pages.test(pathname) ? 'page' : null;
  if (pathname.startsWith('/assets/')) return 'asset';
  // Nobody looks for the same again, and every letter typed would take the place of something else.
  if (searchParams.has('q')) return null;
  if (records.some((pattern) => pattern.test(pathname))) return 'record';
  if (!picture.test(pathname)) return null;
  return searchParams.get('size') === 'thumbnail' ? 'thumbnail' : 'photo';
}
