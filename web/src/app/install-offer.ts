// The browser's offer to install the app. Chromium makes it once, soon after the page was loaded.
import { useSyncExternalStore } from 'react';

interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** Keeps the offer for a button, in place of the browser's own banner. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => change(null));
}

/** Null in browsers that make no offer, and when the app is installed. */
export function useInstallOffer(): InstallOffer | null {
  return useSyncExternalStore(subscribe, () => offer);
}

/** Call after a tap or click. An offer can be used once. */
export async function install(wanted: InstallOffer): Promise<void> {
  change(null);
  await wanted.prompt();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}
