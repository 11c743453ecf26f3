// What went wrong, in plain words, with the id under which the service knows it.
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ValidationError } from '../../../sdk/src/index.ts';
import { requestIdOf } from '../app/queries.ts';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';
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
  const { text, details } = troubleOf(error, known);
  const saidElsewhere = new Set(saidBy(fields, error));
  const requestId = requestIdOf(error);
  return (
    <Alert color="red" title={say('wrong')} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        <Details of={details.filter((detail) => !saidElsewhere.has(detail))} />
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

function Details({ of }: { of: string[] }): ReactNode {
  if (of.length === 0) return null;
  return (
    <List size="xs">
      {of.map((detail) => (
        <List.Item key={detail}>{detail}</List.Item>
      ))}
    </List>
  );
}

function saidBy(fields: readonly string[] = [], error: unknown): string[] {
  if (!(error instanceof ValidationError)) return [];
  return fields.flatMap((name) => error.fields[name] ?? []);
}
