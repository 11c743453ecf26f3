// The page's side of the service worker, which caches responses for offline use.
import { readSession } from '../api/session-store.ts';
import { invalidate, queries } from './queries.ts';

// A page that fetches nothing, such as the sign-in page.
const waitForFetchesMs = 3_000;

let clearing = Promise.resolve();

/** One person's data must not be shown to the next. */
export function clearOfflineCache(): void {
  clearing = clearing.then(sendClear).catch(() => {});
}

/** They name customers of the person who signed out. */
export async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage('close notifications');
}

async function sendClear(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return;
  const { port1, port2 } = new MessageChannel();
  const cleared = new Promise((resolve) => port1.addEventListener('message', resolve));
  port1.start();
  registration.active.postMessage('clear', [port2]);
  await cleared;
}

export function registerServiceWorker(pageRead: Promise<void>): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  void pageRead.then(() => serviceWorker.register('/service-worker.js').catch(() => {}));
  serviceWorker.addEventListener(
    'message',
    ({ data }: MessageEvent<'newer' | { open: string }>) => {
      // A slow response was answered from the cache, and the real one differs.
      if (data === 'newer') void invalidate();
      // A notification was tapped.
      else void import('./go-to-notice.ts').then(({ goToNotice }) => goToNotice(data.open));
    },
  );
  // On the first visit the page loads before the worker: refetch its data so that it is cached.
  if (!serviceWorker.controller) {
    serviceWorker.addEventListener('controllerchange', fillCache, { once: true });
  }
}

/** The first page's data comes before what is needed later: on a slow line, that takes long. */
export function firstPageRead(): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const unsubscribe = queries.getQueryCache().subscribe(() => {
      clearTimeout(timer);
      if (queries.isFetching() === 0) end();
    });
    const end = () => {
      unsubscribe();
      resolve();
    };
    timer = setTimeout(end, waitForFetchesMs);
  });
}

function fillCache(): void {
  if (!readSession()) return;
  void cacheSession();
  void invalidate();
}

/** Sign-in answers a POST, which is not cached: fetch the session so that it is available offline. */
export async function cacheSession(): Promise<void> {
  await clearing;
  if (navigator.serviceWorker?.controller) await fetch('/v1/app/session').catch(() => {});
}
