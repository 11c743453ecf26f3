// Stands between the app and the network. It keeps the app itself and what was read last, so that there is something
// to look at where there is no network: in a cellar, on a roof. It never keeps what is sent.
import { forgetAnswers, keptOrFresh, noteChange } from './worker/kept-answers.ts';
import { assetOf, keepApp, pageOf } from './worker/kept-app.ts';
import { kindOf } from './worker/kinds-of-request.ts';
import { worker } from './worker/worker-scope.ts';

worker.addEventListener('install', (event) => {
  // Takes over at once: pages of the version before find their files here too.
  event.waitUntil(keepApp().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('message', (event) => {
  if (event.data !== 'forget') return;
  event.waitUntil(forgetAnswers().then(() => event.ports[0]?.postMessage('forgotten')));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') noteChange();
  switch (kindOf(request)) {
    case 'page':
      return event.respondWith(pageOf(request));
    case 'asset':
      return event.respondWith(assetOf(request));
    case 'record':
    case 'thumbnail':
    case 'photo':
      return event.respondWith(keptOrFresh(event));
  }
});
