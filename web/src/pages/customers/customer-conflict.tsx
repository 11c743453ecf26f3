// An edit conflict: shows the other person's version, and a choice between the two.
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.ts';
import { type CustomerValues, textFields } from './customer-values.ts';
import { customerFormWords } from './customer-form-words.ts';

interface CustomerConflictProps {
  mine: CustomerValues;
  theirs: CustomerValues;
  onKeepMine: () => void;
  onUseTheirs: () => void;
}

export function CustomerConflict(props: CustomerConflictProps): ReactNode {
  const { mine, theirs, onKeepMine, onUseTheirs } = props;
  const say = useWords(customerFormWords);
  const different = [...textFields, 'tags' as const].filter(
    (field) => String(mine[field]) !== String(theirs[field]),
  );
  return (
    <Alert color="yellow" title={say('conflict')} role="alert">
      <Stack gap="sm">
        <Text size="sm">{say(different.length > 0 ? 'conflictHint' : 'same')}</Text>
        <List size="sm">
          {different.map((field) => (
            <List.Item key={field}>
              {say(field)}: <strong>{[theirs[field]].flat().join(', ') || say('empty')}</strong>
            </List.Item>
          ))}
        </List>
        <Group>
          <Button variant="default" size="md" onClick={onUseTheirs}>
            {say('useTheirs')}
          </Button>
          <Button size="md" onClick={onKeepMine}>
            {say('keepMine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
