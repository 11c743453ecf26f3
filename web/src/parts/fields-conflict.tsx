// An edit conflict: shows the other person's version, and a choice between the two.
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { conflictWords } from './conflict-words.ts';

interface FieldsConflictProps<Field extends string> {
  title: string;
  nameOf: (field: Field) => string;
  mine: Record<Field, string | string[]>;
  theirs: Record<Field, string | string[]>;
  isBusy: boolean;
  onKeepMine: () => void;
  onUseTheirs: () => void;
}

export function FieldsConflict<Field extends string>(props: FieldsConflictProps<Field>): ReactNode {
  const { title, nameOf, mine, theirs, isBusy, onKeepMine, onUseTheirs } = props;
  const say = useWords(conflictWords);
  const fields = Object.keys(mine) as Field[];
  const different = fields.filter((field) => String(mine[field]) !== String(theirs[field]));
  return (
    <Alert color="yellow" title={title} role="alert">
      <Stack gap="sm">
        <Text size="sm">{say(different.length > 0 ? 'now' : 'same')}</Text>
        <List size="sm">
          {different.map((field) => (
            <List.Item key={field}>
              {nameOf(field)}:{' '}
              <strong className="pre-wrap">
                {[theirs[field]].flat().join(', ') || say('empty')}
              </strong>
            </List.Item>
          ))}
        </List>
        <Group>
          <Button variant="default" onClick={onUseTheirs}>
            {say('useTheirs')}
          </Button>
          <Button loading={isBusy} onClick={onKeepMine}>
            {say('keepMine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
