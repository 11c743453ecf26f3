// Shows notifications that the server pushes, and opens their pages.
import { isAppPage } from './request-kind.ts';
import { worker } from './worker-scope.ts';

/** As the server sends it: see server/jobs/push-notice.ts. */
interface Notice {
  title: string;
  body: string;
  path: string;
  brandId: string;
  lang: string;
  phone: string;
  tag: string;
}

/** What a notification opens. */
export type Target = Pick<Notice, 'path' | 'brandId'>;

const words = {
  nl: { call: 'Bellen', open: 'Openen' },
  en: { call: 'Call', open: 'Open' },
};

export async function showNotice(notice: Notice): Promise<void> {
  const { title, body, lang, phone, tag, path, brandId } = notice;
  const { call, open } = lang === 'nl' ? words.nl : words.en;
  await worker.registration.showNotification(title, {
    body,
    lang,
    tag,
    // Another notice with the same tag is heard too.
    renotify: true,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path, brandId } satisfies Target,
    actions: [
      ...(phone === '' ? [] : [{ action: 'call', title: call }]),
      { action: 'open', title: open },
    ],
  });
}

/**
 * In a window of the app, which keeps what is half typed, or in a new one. A browser lets pages dial, but
 * no service worker.
 */
export async function openNotice({ path, brandId }: Target, action: string): Promise<void> {
  const query = `?brand=${encodeURIComponent(brandId)}${action === 'call' ? '&call' : ''}`;
  const { href, origin } = new URL(path + query, worker.location.origin);
  // "//" begins the address of another host.
  if (origin !== worker.location.origin) return;
  const windows = await worker.clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => isAppPage(new URL(url)));
  if (!open) {
    await worker.clients.openWindow(href);
    return;
  }
  open.postMessage({ open: path + query });
  await open.focus();
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

export async function closeNotices(): Promise<void> {
  const shown = await worker.registration.getNotifications();
  for (const notification of shown) notification.close();
}
