// Maps events to the queries they make stale, and batches the refetches.
import { kinds, invalidateOnEvent } from './queries.ts';

// Debounced, and throttled per kind: an import sends thousands of events.
const debounceMs = 250;
const intervalMsMin = 3_000;
// Counting the tray looks for duplicates, which costs the server more than a list.
const slowIntervalMsMin = 15_000;

const kindsByPrefix: readonly [prefix: string, kind: string, intervalMs?: number][] = [
  ['lead.', kinds.workItems],
  ['work_item.', kinds.workItems],
  ['photo.', kinds.workItems],
  ['address.', kinds.workItems],
  ['customer.', kinds.customers],
  ['customer.', kinds.workItems],
  ['webhook.', kinds.webhooks],
  ['intake.', kinds.tray],
  ['lead.', kinds.tray, slowIntervalMsMin],
  ['customer.', kinds.tray, slowIntervalMsMin],
  ['intake.', kinds.channels],
  ['lead.', kinds.channels, slowIntervalMsMin],
];

interface RefetchQueue {
  add(eventType: string): void;
  stop(): void;
}

export function createRefetchQueue(): RefetchQueue {
  const refetchedAt = new Map<string, number>();
  const dueAt = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    if (dueAt.size === 0) return;
    timer = setTimeout(refetch, Math.min(...dueAt.values()) - performance.now());
  };
  const refetch = () => {
    const now = performance.now();
    for (const [kind, at] of dueAt) {
      // Timers may fire a moment early.
      if (at > now + 1) continue;
      dueAt.delete(kind);
      refetchedAt.set(kind, now);
      void invalidateOnEvent(kind);
    }
    schedule();
  };
  return {
    add(eventType) {
      const now = performance.now();
      for (const [prefix, kind, intervalMs = intervalMsMin] of kindsByPrefix) {
        if (!eventType.startsWith(prefix)) continue;
        const at = Math.max(now + debounceMs, (refetchedAt.get(kind) ?? -Infinity) + intervalMs);
        dueAt.set(kind, Math.min(at, dueAt.get(kind) ?? Infinity));
      }
      schedule();
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
