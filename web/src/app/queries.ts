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

export function requestIdOf(error: unknown): string | null {
  return error instanceof VakwerkError ? error.requestId : null;
}
