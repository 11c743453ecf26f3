// An error message with the request id and the server's own messages.
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';
import { TechnicalDetails } from './technical-details.tsx';
import { describeError, type ErrorNoteProps, requestIdOf } from './describe-error.ts';

export default function DescribedError({
  error,
  onRetry,
  known,
  fields,
}: ErrorNoteProps): ReactNode {
  // Also re-renders when the language changes.
  const say = useWords(partWords);
  const described = describeError(error, known);
  const others = described.fields.filter(({ name }) => !fields?.includes(name));
  const requestId = requestIdOf(error);
  return (
    <Alert color="red" title={say('wrong')} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{described.text}</Text>
        <Fields of={new Set(others.map(({ text }) => text))} />
        {requestId && (
          <Text size="xs" ff="monospace">
            {say('request', { id: requestId })}
          </Text>
        )}
        <TechnicalDetails title={say('details')} of={described.original} />
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {say('again')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Fields({ of }: { of: ReadonlySet<string> }): ReactNode {
  if (of.size === 0) return null;
  return (
    <List size="sm">
      {[...of].map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}
