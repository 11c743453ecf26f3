// An error message. The words for errors are many: they are loaded after the first cards.
import { Alert, Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useWords } from '../words/words.ts';
import type { ErrorNoteProps } from './describe-error.ts';
import { partWords } from './part-words.ts';

const DescribedError = lazy(() =>
  import('./described-error.tsx').catch(() => ({ default: PlainError })),
);

export function ErrorNote(props: ErrorNoteProps): ReactNode {
  return (
    <Suspense>
      <DescribedError {...props} />
    </Suspense>
  );
}

/** Where even its words cannot be loaded. */
function PlainError({ onRetry }: ErrorNoteProps): ReactNode {
  const say = useWords(partWords);
  return (
    <Alert color="red" title={say('wrong')} role="alert">
      {onRetry && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {say('again')}
        </Button>
      )}
    </Alert>
  );
}
