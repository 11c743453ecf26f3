// Notifications in this browser: whether they are possible and allowed, and the subscription.
import { app } from '../api/client.ts';
import { readSession } from '../api/session-store.ts';
import { isOnIos } from '../parts/ios.ts';
import { fetchNotifications, type NotificationSettings } from './notification-settings.ts';
import { endOthersNotifications, noteSubscriber } from './subscriber.ts';

export type DeviceState =
  /** An iPhone or iPad shows notifications only for apps on the home screen. */
  | 'needsHomeScreen'
  | 'unsupported'
  /** The person refused them; only the browser's settings can change that. */
  | 'denied'
  | 'off'
  | 'on';

/** What the person answered in this browser: kept per account, as several may share it. */
interface Answer {
  isOn: boolean;
  /** In which session. */
  sessionId: string | undefined;
}

const storageKey = 'vakwerk.notifications';

export async function deviceState(): Promise<DeviceState> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !('PushManager' in window) || !('Notification' in window)) {
    return isOnIos(navigator) && !isOnHomeScreen() ? 'needsHomeScreen' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await registration.pushManager.getSubscription();
  return subscription && readAnswer()?.isOn ? 'on' : 'off';
}

/** Asks for permission, which a browser shows only after a tap or a click. */
export async function turnOn(publicKey: string): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await subscribe(publicKey);
  return 'on';
}

export async function turnOff(): Promise<void> {
  await unsubscribe();
  const { browsers } = await fetchNotifications();
  const current = browsers.filter(({ isCurrent }) => isCurrent);
  await Promise.all(current.map(({ id }) => app.change('DELETE', `/push-subscriptions/${id}`)));
}

/** A new session subscribes again: signing out ended the subscription. */
export async function stayOn({
  publicKey,
  browsers,
}: Pick<NotificationSettings, 'publicKey' | 'browsers'>): Promise<void> {
  if (Notification.permission !== 'granted') return;
  const isSubscribed = (await findSubscription()) !== null;
  if (isSubscribed && browsers.some(({ isCurrent }) => isCurrent)) return;
  const isSameSession = readAnswer()?.sessionId === readSession()?.sessionId;
  // Removed in another browser. One that lost its subscription gets a new one.
  if (isSubscribed && isSameSession) await unsubscribe();
  else await subscribe(publicKey);
}

export function readAnswer(): Answer | null {
  try {
    return (JSON.parse(localStorage.getItem(keyOfMember()) ?? 'null') as Answer | null) ?? null;
  } catch {
    return null;
  }
}

export function writeAnswer(isOn: boolean): void {
  const answer: Answer = { isOn, sessionId: readSession()?.sessionId };
  try {
    localStorage.setItem(keyOfMember(), JSON.stringify(answer));
  } catch {
    // Without storage the person is asked again.
  }
}

function isOnHomeScreen(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

function keyOfMember(): string {
  return `${storageKey}.${readSession()?.account.id ?? ''}`;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function unsubscribe(): Promise<void> {
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
  writeAnswer(false);
}

async function subscribe(publicKey: string): Promise<void> {
  await endOthersNotifications();
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  const subscription =
    known ??
    (await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    }));
  const { endpoint, keys } = subscription.toJSON();
  await app.create('/push-subscriptions', { endpoint, keys });
  writeAnswer(true);
  noteSubscriber();
}
