// Renders a query's data, a skeleton while it loads, or its error.
import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { NotFoundError } from '../../../sdk/src/index.ts';
import { useWords } from '../words/words.ts';
import { ErrorNote } from './error-note.tsx';
import { partWords } from './part-words.ts';
import type { WordsByStatus } from './describe-error.ts';

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (data: T) => ReactNode;
  /** Texts for HTTP statuses with a specific meaning here. */
  known?: WordsByStatus;
}

export function Loaded<T>({ query, children, known = {} }: LoadedProps<T>): ReactNode {
  const say = useWords(partWords);
  // Earlier data is better than an error of a later refetch.
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    // Retrying a 404 is pointless.
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
