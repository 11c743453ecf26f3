// Why a passkey failed: the browser's own messages are meant for developers.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import type { WordsByStatus } from './describe-error.ts';

interface PasskeyErrorProps {
  error: unknown;
  /** By `DOMException` name. */
  words: Partial<Record<string, string>>;
  known?: WordsByStatus;
}

export function PasskeyError({ error, words, known }: PasskeyErrorProps): ReactNode {
  const text = error instanceof Error ? words[error.name] : undefined;
  if (text === undefined) return <ErrorNote error={error} {...(known && { known })} />;
  return (
    <Alert color="yellow" role="alert" mt="sm">
      {text}
    </Alert>
  );
}
