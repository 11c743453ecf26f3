// The query cache: data is refetched when it is stale or an event reports a change.
import { type Query, QueryClient } from '@tanstack/react-query';

const staleAfterMs = 30_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleAfterMs,
      // The SDK client has already retried.
      retry: false,
      // Offline, the service worker answers from its cache …
      networkMode: 'always',
      // … which may be stale.
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** The first part of every query key: the kind of record it shows. */
export const kinds = {
  workItems: 'work-items',
  customers: 'customers',
  webhooks: 'webhooks',
  requests: 'requests',
  /** What came in, and what waits for a decision. */
  tray: 'tray',
  channels: 'channels',
  settings: 'settings',
} as const;

// Someone who scrolled through thousands of rows would fetch them all again at each event.
const longListPages = 4;
const longListIntervalMs = 30_000;

/**
 * Refetches the queries of one kind, or all. Pending fetches are not cancelled, since that would drop a
 * page the user asked for; they are refetched once they complete.
 */
export async function invalidate(kind?: string): Promise<void> {
  const some = kind === undefined ? {} : { queryKey: [kind] };
  const pending = queries.getQueryCache().findAll({ ...some, fetchStatus: 'fetching' });
  const once = { cancelRefetch: false };
  const refetches = pending.map(({ promise, queryKey }) =>
    promise?.then(
      () => queries.invalidateQueries({ queryKey, exact: true }, once),
      () => {},
    ),
  );
  await Promise.all([queries.invalidateQueries(some, once), ...refetches]);
}

/** For events: a long list that was just read only becomes stale. */
export async function invalidateOnEvent(kind: string): Promise<void> {
  const long = queries.getQueryCache().findAll({ queryKey: [kind], predicate: isLongAndNew });
  if (long.length === 0) return invalidate(kind);
  const predicate = (query: Query) => !long.includes(query);
  await Promise.all([
    queries.invalidateQueries({ queryKey: [kind], predicate }, { cancelRefetch: false }),
    queries.invalidateQueries({ queryKey: [kind], predicate: isLongAndNew, refetchType: 'none' }),
  ]);
}

function isLongAndNew({ state }: Query): boolean {
  const pages = (state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0;
  return pages > longListPages && Date.now() - state.dataUpdatedAt < longListIntervalMs;
}
