// Somebody else saved first: what they made of the fields that were edited here, and whose counts.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { WorkItem } from '../../../../sdk/src/index.ts';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';
import type { Conflict } from './saving.ts';

type Field = keyof typeof itemWords.pairs & keyof WorkItem;

interface ConflictNoteProps {
  conflict: Conflict;
  onTheirs: () => void;
}

export function ConflictNote({ conflict, onTheirs }: ConflictNoteProps): ReactNode {
  const say = useWords(itemWords);
  const { theirs, patch, saveMine } = conflict;
  const note = useRef<HTMLDivElement>(null);
  // Below a long form it would not be seen.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'end' });
  }, []);
  return (
    <Alert ref={note} color="yellow" title={say('conflict')} role="alert">
      <Stack gap="xs">
        <Text size="sm">{say('conflictHint')}</Text>
        <dl className="item-facts">
          {(Object.keys(patch) as Field[]).map((field) => (
            <div key={field}>
              <dt>{say(field)}</dt>
              <dd className="pre-wrap">{textOf(theirs[field]) || say('empty')}</dd>
            </div>
          ))}
        </dl>
        <Group gap="xs">
          <Button variant="default" onClick={onTheirs}>
            {say('theirs')}
          </Button>
          <Button onClick={() => void saveMine()}>{say('mine')}</Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === undefined ? '' : String(value);
}
