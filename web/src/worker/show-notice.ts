// Shows notifications that the server pushes, and opens their pages.
import { worker } from './worker-scope.ts';

/** As the server sends it: see server/jobs/push-notice.ts. */
interface Notice {
  title: string;
  body: string;
  path: string;
  lang: string;
  phone: string;
  tag: string;
}

const words = {
  nl: { call: 'Bellen', open: 'Openen' },
  en: { call: 'Call', open: 'Open' },
};

export async function showNotice(notice: Notice): Promise<void> {
  const { title, body, lang, phone, tag, path } = notice;
  const { call, open } = lang === 'nl' ? words.nl : words.en;
  await worker.registration.showNotification(title, {
    body,
    lang,
    tag,
    // Another notice with the same tag is heard too.
    renotify: true,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path },
    actions: [
      ...(phone === '' ? [] : [{ action: 'call', title: call }]),
      { action: 'open', title: open },
    ],
  });
}

/** In a window of the app, or in a new one. A browser lets pages dial, but no service worker. */
export async function openNotice({ path }: { path: string }, action: string): Promise<void> {
  const address = new URL(action === 'call' ? `${path}?call` : path, worker.location.origin).href;
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (!open) return void (await worker.clients.openWindow(address));
  await open.focus();
  await open.navigate(address);
}

/** The browser replaced its subscription. */
export async function renewSubscription(options: PushSubscriptionOptions): Promise<void> {
  const { userVisibleOnly, applicationServerKey } = options;
  const renewed = await worker.registration.pushManager.subscribe({
    userVisibleOnly,
    applicationServerKey,
  });
  const { endpoint, keys } = renewed.toJSON();
  await fetch('/v1/app/push-subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

/** They name customers of the person who signed out. */
export async function closeNotices(): Promise<void> {
  const shown = await worker.registration.getNotifications();
  for (const notification of shown) notification.close();
}
