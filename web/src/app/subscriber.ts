// The account that this browser is subscribed for: a browser has one push subscription.
import { readSession } from '../api/session-store.ts';
import { closeNotifications } from './offline.ts';

const storageKey = 'vakwerk.subscriber';

let ending = Promise.resolve();

/**
 * Unsubscribes the account that used this browser before. The server keeps the subscription of a
 * session that expired.
 */
export function endOthersNotifications(): Promise<void> {
  ending = ending.then(end).catch(() => {});
  return ending;
}

export function noteSubscriber(): void {
  try {
    localStorage.setItem(storageKey, readSession()?.account.id ?? '');
  } catch {
    // Without storage the answer is not kept either.
  }
}

async function end(): Promise<void> {
  const subscriber = localStorage.getItem(storageKey);
  if (!subscriber || subscriber === readSession()?.account.id) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  localStorage.removeItem(storageKey);
  await closeNotifications();
}
