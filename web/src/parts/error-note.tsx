// What went wrong, in plain words, with the id under which the service knows it.
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { NetworkError, TimeoutError } from '../../../sdk/src/index.ts';
import { messagesOf, requestIdOf } from '../app/queries.ts';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

interface ErrorNoteProps {
  error: unknown;
  onRetry?: () => void;
}

export function ErrorNote({ error, onRetry }: ErrorNoteProps): ReactNode {
  const say = useWords(partWords);
  const isUnreachable = error instanceof NetworkError || error instanceof TimeoutError;
  const messages = isUnreachable ? [say('noNetwork')] : messagesOf(error);
  const requestId = requestIdOf(error);
  return (
    <Alert color="red" title={say('wrong')} role="alert">
      <Stack gap="xs" align="flex-start">
        {messages.length === 1 ? (
          <Text size="sm">{messages[0]}</Text>
        ) : (
          <List size="sm">
            {messages.map((message) => (
              <List.Item key={message}>{message}</List.Item>
            ))}
          </List>
        )}
        {requestId && (
          <Text size="xs" ff="monospace">
            {say('request', { id: requestId })}
          </Text>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {say('again')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
