// What was read from the service is kept here until it is too old, or the service tells of a change.
import { QueryClient } from '@tanstack/react-query';
import { VakwerkError } from '../../../sdk/src/index.ts';

const freshForMs = 30_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshForMs,
      // The client has tried several times by itself.
      retry: false,
      // Offline, the service worker answers with what it has kept.
      networkMode: 'always',
      // Which may have been old.
      refetchOnReconnect: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** The first part of every query's name: which kind of record it shows. */
export const kinds = {
  workItems: 'work-items',
  customers: 'customers',
  webhooks: 'webhooks',
  requests: 'requests',
  settings: 'settings',
} as const;

/**
 * Of one kind or all. What is on its way is left to come, or a page that somebody asked for would be lost; it was asked
 * for before now, so it is read once more when it has come.
 */
export async function readAgain(kind?: string): Promise<void> {
  const some = kind === undefined ? {} : { queryKey: [kind] };
  const underWay = queries.getQueryCache().findAll({ ...some, fetchStatus: 'fetching' });
  const once = { cancelRefetch: false };
  const secondReads = underWay.map(({ promise, queryKey }) =>
    promise?.then(
      () => queries.invalidateQueries({ queryKey, exact: true }, once),
      () => {},
    ),
  );
  await Promise.all([queries.invalidateQueries(some, once), ...secondReads]);
}

export function requestIdOf(error: unknown): string | null {
  return error instanceof VakwerkError ? error.requestId : null;
}
