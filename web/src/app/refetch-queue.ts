// Maps events to the queries they make stale, and batches the refetches.
import { kinds, invalidate } from './queries.ts';

// Debounced, and throttled: an import sends thousands of events.
const debounceMs = 250;
const intervalMsMin = 3_000;

const kindsByPrefix: readonly [prefix: string, kind: string][] = [
  ['lead.', kinds.workItems],
  ['work_item.', kinds.workItems],
  ['photo.', kinds.workItems],
  ['address.', kinds.workItems],
  ['customer.', kinds.customers],
  ['customer.', kinds.workItems],
  ['webhook.', kinds.webhooks],
  ['intake.', kinds.tray],
  ['lead.', kinds.tray],
  ['customer.', kinds.tray],
  ['intake.', kinds.channels],
  ['lead.', kinds.channels],
];

interface RefetchQueue {
  add(eventType: string): void;
  stop(): void;
}

export function createRefetchQueue(): RefetchQueue {
  const stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastRefetchAt = -Infinity;
  const refetch = () => {
    timer = null;
    lastRefetchAt = performance.now();
    for (const kind of stale) void invalidate(kind);
    stale.clear();
  };
  return {
    add(eventType) {
      for (const [prefix, kind] of kindsByPrefix) if (eventType.startsWith(prefix)) stale.add(kind);
      const throttleMs = lastRefetchAt + intervalMsMin - performance.now();
      timer ??= setTimeout(refetch, Math.max(debounceMs, throttleMs));
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
