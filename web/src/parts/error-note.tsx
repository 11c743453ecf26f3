// What went wrong, in plain words, with the id under which the service knows it.
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { requestIdOf } from '../app/queries.ts';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';
import { ServiceWords } from './service-words.tsx';
import { troubleOf, type WordsByStatus } from './trouble.ts';

interface ErrorNoteProps {
  error: unknown;
  onRetry?: () => void;
  /** What a status means here. */
  known?: WordsByStatus;
  /** The fields that say themselves what is wrong with them. */
  fields?: readonly string[];
}

export function ErrorNote({ error, onRetry, known, fields }: ErrorNoteProps): ReactNode {
  // Also draws it anew when the language changes.
  const say = useWords(partWords);
  const trouble = troubleOf(error, known);
  const unsaid = trouble.fields.filter(({ name }) => !fields?.includes(name));
  const requestId = requestIdOf(error);
  return (
    <Alert color="red" title={say('wrong')} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{trouble.text}</Text>
        <Fields of={new Set(unsaid.map(({ text }) => text))} />
        {requestId && (
          <Text size="xs" ff="monospace">
            {say('request', { id: requestId })}
          </Text>
        )}
        <ServiceWords title={say('details')} of={trouble.original} />
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
