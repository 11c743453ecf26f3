// The part that keeps what was seen last for when there is no network: see service-worker.ts.
import { readSession } from '../api/session-store.ts';
import { readAgain } from './queries.ts';

let forgetting = Promise.resolve();

/** What one person saw must not be shown to the next. */
export function forgetOffline(): void {
  forgetting = forgetting.then(tellToForget).catch(() => {});
}

async function tellToForget(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return;
  const { port1, port2 } = new MessageChannel();
  const forgotten = new Promise((resolve) => port1.addEventListener('message', resolve));
  port1.start();
  registration.active.postMessage('forget', [port2]);
  await forgotten;
}

export function startOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  window.addEventListener('load', () => {
    serviceWorker.register('/service-worker.js').catch(() => {});
  });
  // What was handed out because the service took long turned out to be old.
  serviceWorker.addEventListener('message', ({ data }: MessageEvent) => {
    if (data === 'newer') void readAgain();
  });
  // The first time, the page was there before the worker: what it shows is read once more, and kept.
  if (!serviceWorker.controller) {
    serviceWorker.addEventListener('controllerchange', lookAgain, { once: true });
  }
}

function lookAgain(): void {
  if (!readSession()) return;
  void keepSessionOffline();
  void readAgain();
}

/** Who signs in is told by the answer to a POST, which is not kept; without network the app asks who it was. */
export async function keepSessionOffline(): Promise<void> {
  await forgetting;
  if (navigator.serviceWorker?.controller) await fetch('/v1/app/session').catch(() => {});
}
