// Why there is no passkey. What the browser says of it is meant for programmers.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import type { WordsByStatus } from './trouble.ts';

interface PasskeyTroubleProps {
  error: unknown;
  /** By the names that browsers give to what happened. */
  words: Partial<Record<string, string>>;
  known?: WordsByStatus;
}

export function PasskeyTrouble({ error, words, known }: PasskeyTroubleProps): ReactNode {
  const text = error instanceof Error ? words[error.name] : undefined;
  if (text === undefined) return <ErrorNote error={error} {...(known && { known })} />;
  return (
    <Alert color="yellow" role="alert" mt="sm">
      {text}
    </Alert>
  );
}
