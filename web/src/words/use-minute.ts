// The time, for texts such as "3 minutes ago" and marks that appear by themselves. One timer for all.
import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** The number of the minute: whatever reads it is rendered again in the next one. */
export function useMinute(): number {
  return useSyncExternalStore(listen, () => Math.floor(Date.now() / minuteMs));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const one of listeners) one();
  }, minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
