// What others do appears by itself: the service tells of each event, and what shows it is read again.
import { useEffect } from 'react';
import { kinds, queries } from './queries.ts';

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

export function useLiveChanges(brandId: string): void {
  useEffect(() => {
    const stream = new EventSource('/v1/app/stream');
    const stale = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    let wasOpen = false;
    let lastLookAt = -Infinity;
    const look = () => {
      timer = null;
      lastLookAt = performance.now();
      for (const kind of stale) void queries.invalidateQueries({ queryKey: [kind] });
      stale.clear();
    };
    stream.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      const { type } = JSON.parse(data) as { type: string };
      for (const [prefix, kind] of kindsOfEvent) if (type.startsWith(prefix)) stale.add(kind);
      const restLeftMs = lastLookAt + restMs - performance.now();
      timer ??= setTimeout(look, Math.max(gatherMs, restLeftMs));
    });
    // After a gap nobody knows what was missed.
    stream.addEventListener('hello', () => {
      if (wasOpen) void queries.invalidateQueries();
      wasOpen = true;
    });
    return () => {
      if (timer) clearTimeout(timer);
      stream.close();
    };
  }, [brandId]);
}
