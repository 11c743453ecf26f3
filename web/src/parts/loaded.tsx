// What a query found: its content, a sign that it is on its way, or what went wrong.
import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { ErrorNote } from './error-note.tsx';
import { partWords } from './part-words.ts';
import type { WordsByStatus } from './trouble.ts';

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
  /** What a status means here. */
  known?: WordsByStatus;
}

export function Loaded<T>({ query, children, known = {} }: LoadedProps<T>): ReactNode {
  const say = useWords(partWords);
  // What was read before is better than a message that the next look failed.
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return <ErrorNote error={query.error} known={known} onRetry={() => void query.refetch()} />;
  }
  return (
    <Stack gap="sm" role="status" aria-label={say('loading')}>
      <Skeleton h={64} />
      <Skeleton h={64} />
      <Skeleton h={64} />
    </Stack>
  );
}
