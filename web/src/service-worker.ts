// Caches the app and the latest API responses, so that both can be viewed offline: in a cellar, on a
// roof. Writes are never cached.
import { clearResponses, networkFirst, noteWrite } from './worker/response-cache.ts';
import { respondWithAsset, precacheApp, respondWithPage } from './worker/app-cache.ts';
import { requestKind } from './worker/request-kind.ts';
import {
  closeNotices,
  openNotice,
  renewSubscription,
  showNotice,
  type Target,
} from './worker/show-notice.ts';
import { worker } from './worker/worker-scope.ts';

worker.addEventListener('install', (event) => {
  // Takes over immediately: the cache also serves the files of the previous version.
  event.waitUntil(precacheApp().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('message', (event) => {
  if (event.data === 'close notifications') event.waitUntil(closeNotices());
  if (event.data !== 'clear') return;
  event.waitUntil(clearResponses().then(() => event.ports[0]?.postMessage('cleared')));
});

worker.addEventListener('push', (event) => {
  if (event.data)
    event.waitUntil(showNotice(event.data.json() as Parameters<typeof showNotice>[0]));
});

worker.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(openNotice(notification.data as Target, action));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  if (event.oldSubscription) event.waitUntil(renewSubscription(event.oldSubscription.options));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') noteWrite();
  switch (requestKind(request)) {
    case 'page':
      return event.respondWith(respondWithPage(request));
    case 'asset':
      return event.respondWith(respondWithAsset(request));
    case 'record':
    case 'thumbnail':
    case 'photo':
      return event.respondWith(networkFirst(event));
  }
});
