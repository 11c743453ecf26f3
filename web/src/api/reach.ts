// Whether the service itself answered last, or the service worker with what it has kept.

let isReached = true;
const listeners = new Set<() => void>();

export function readIsReached(): boolean {
  return isReached;
}

export function noteAnswer({ headers }: Response): void {
  const next = !headers.has('x-kept-at');
  if (next === isReached) return;
  isReached = next;
  for (const listener of listeners) listener();
}

export function onReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
