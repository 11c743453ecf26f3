import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { assigneeWords } from './assignee-words.ts';
import { EmptyState } from './empty-state.tsx';
import { useWhose } from './whose-work.ts';

export function NothingOfMine(): ReactNode {
  const say = useWords(assigneeWords);
  const [, setWhose] = useWhose();
  return (
    <EmptyState
      icon="person"
      title={say('noneOfMine')}
      hint={say('noneOfMineHint')}
      action={
        <Button variant="default" onClick={() => setWhose('everyone')}>
          {say('showEveryone')}
        </Button>
      }
    />
  );
}
