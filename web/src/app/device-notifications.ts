// Notifications in this browser: whether they are possible and allowed, and the subscription.
import { app } from '../api/client.ts';
import { readSession } from '../api/session-store.ts';

export type DeviceState =
  /** An iPhone or iPad shows notifications only for apps on the home screen. */
  | 'needsHomeScreen'
  | 'unsupported'
  /** The person refused them; only the browser's settings can change that. */
  | 'denied'
  | 'off'
  | 'on';

/** What the person answered in this browser: kept per account, as several may share it. */
type Answer = 'on' | 'off';

const storageKey = 'vakwerk.notifications';

export async function deviceState(): Promise<DeviceState> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || !('PushManager' in window) || !('Notification' in window)) {
    return isOnIos() && !isOnHomeScreen() ? 'needsHomeScreen' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await registration.pushManager.getSubscription();
  return subscription && readAnswer() === 'on' ? 'on' : 'off';
}

/** Asks for permission, which a browser shows only after a tap or a click. */
export async function turnOn(publicKey: string): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await subscribe(publicKey);
  writeAnswer('on');
  return 'on';
}

export async function turnOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  writeAnswer('off');
}

/** A new session subscribes again: signing out ended the subscription. */
export async function stayOn(publicKey: string): Promise<void> {
  if (readAnswer() !== 'on' || Notification.permission !== 'granted') return;
  await subscribe(publicKey);
}

export function readAnswer(): Answer | null {
  try {
    return (JSON.parse(localStorage.getItem(keyOfMember()) ?? 'null') as Answer | null) ?? null;
  } catch {
    return null;
  }
}

export function writeAnswer(answer: Answer): void {
  try {
    localStorage.setItem(keyOfMember(), JSON.stringify(answer));
  } catch {
    // Without storage the person is asked again.
  }
}

function isOnIos(): boolean {
  // An iPad says that it is a Mac, which has no touch screen.
  const isIpad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isIpad || /iPhone|iPad/.test(navigator.userAgent);
}

function isOnHomeScreen(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

function keyOfMember(): string {
  return `${storageKey}.${readSession()?.account.id ?? ''}`;
}

async function subscribe(publicKey: string): Promise<void> {
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
}
