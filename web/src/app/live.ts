// What others do appears by itself: the service tells of each event, and what shows it is read again.
import { useEffect } from 'react';
import { kinds, queries } from './queries.ts';

// Many events together lead to one look, and an import of thousands to no more than one every few seconds.
const gatherMs = 250;
const restMs = 3_000;
// A browser opens a stream again that broke, and never one that was refused.
const openAgainMs = 5_000;
const openAgainMsMax = 80_000;

const kindsOfEvent: readonly [prefix: string, kind: string][] = [
  ['lead.', kinds.workItems],
  ['work_item.', kinds.workItems],
  ['photo.', kinds.workItems],
  ['address.', kinds.workItems],
  ['customer.', kinds.customers],
  ['customer.', kinds.workItems],
  ['webhook.', kinds.webhooks],
];

/** Only windows that are looked at have a stream: a browser has few connections for all of its windows. */
export function useLiveChanges(sessionName: string): void {
  useEffect(() => {
    const looks = gatherLooks();
    let stream: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = openAgainMs;
    const close = () => {
      clearTimeout(timer);
      stream?.close();
      stream = null;
    };
    const open = () => {
      const opened = new EventSource('/v1/app/stream');
      stream = opened;
      opened.addEventListener('changed', ({ data }: MessageEvent<string>) => {
        looks.add((JSON.parse(data) as { type: string }).type);
      });
      opened.addEventListener('hello', ({ data }: MessageEvent<string>) => {
        waitMs = openAgainMs;
        // After a gap that was too long nobody knows what was missed.
        if (!(JSON.parse(data) as { isComplete: boolean }).isComplete)
          void queries.invalidateQueries();
      });
      opened.addEventListener('bye', ({ data }: MessageEvent<string>) => {
        // Another window has taken the place; this one takes it back when it is looked at again.
        if ((JSON.parse(data) as { reason: string }).reason === 'replaced') close();
      });
      opened.addEventListener('error', () => {
        if (opened.readyState !== EventSource.CLOSED) return;
        close();
        timer = setTimeout(openAgain, waitMs);
        waitMs = Math.min(waitMs * 2, openAgainMsMax);
      });
    };
    const openAgain = () => {
      if (stream || document.hidden) return;
      clearTimeout(timer);
      // What happened without a stream; and who is signed out learns it by the answers.
      void queries.invalidateQueries();
      open();
    };
    const look = () => (document.hidden ? close() : openAgain());
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    if (!document.hidden) open();
    return () => {
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
      looks.stop();
      close();
    };
  }, [sessionName]);
}

interface Looks {
  add(eventType: string): void;
  stop(): void;
}

function gatherLooks(): Looks {
  const stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastLookAt = -Infinity;
  const look = () => {
    timer = null;
    lastLookAt = performance.now();
    for (const kind of stale) void queries.invalidateQueries({ queryKey: [kind] });
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
