// Whether the last response came from the server, or from the service worker's cache.

let isReachable = true;
const listeners = new Set<() => void>();

export function isServerReachable(): boolean {
  return isReachable;
}

export function noteResponse({ headers }: Response): void {
  const next = !headers.has('x-cached-at');
  if (next === isReachable) return;
  isReachable = next;
  for (const listener of listeners) listener();
}

export function onReachabilityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
