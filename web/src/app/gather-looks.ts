// Which records are to be read again after which event, and when.
import { kinds, readAgain } from './queries.ts';

// Many events together lead to one look, and an import of thousands to no more than one every few seconds.
const gatherMs = 250;
const restMs = 3_000;

const kindsOfEvent: readonly [prefix: string, kind: string][] = [
  ['lead.', kinds.workItems],
  ['work_item.', kinds.workItems],
  ['photo.', kinds.workItems],
  ['address.', kinds.workItems],
  ['customer.', kinds.customers],
  ['customer.', kinds.workItems],
  ['webhook.', kinds.webhooks],
];

interface Looks {
  add(eventType: string): void;
  stop(): void;
}

export function gatherLooks(): Looks {
  const stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastLookAt = -Infinity;
  const look = () => {
    timer = null;
    lastLookAt = performance.now();
    for (const kind of stale) void readAgain(kind);
    stale.clear();
  };
  return {
    add(eventType) {
      for (const [prefix, kind] of kindsOfEvent) if (eventType.startsWith(prefix)) stale.add(kind);
      const restLeftMs = lastLookAt + restMs - performance.now();
      timer ??= setTimeout(look, Math.max(gatherMs, restLeftMs));
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
