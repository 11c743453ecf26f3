// What a query found: its content, a sign that it is on its way, or what went wrong.
import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { NotFoundError } from '../../../sdk/src/index.ts';
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
    // What is not there will not be there the next moment.
    const isGone = query.error instanceof NotFoundError;
    const again = isGone ? {} : { onRetry: () => void query.refetch() };
    return <ErrorNote error={query.error} known={known} {...again} />;
  }
  return (
    <Stack gap="sm" role="status" aria-label={say('loading')}>
      <Skeleton h={64} />
      <Skeleton h={64} />
      <Skeleton h={64} />
    </Stack>
  );
}
