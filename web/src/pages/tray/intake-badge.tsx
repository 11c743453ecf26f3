// The state of an intake. The colour only repeats the text.
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedIntake } from '../../../../sdk/src/index.ts';
import { useWords } from '../../words/words.ts';
import { trayWords } from './tray-words.ts';

const colours = { held: 'yellow', refused: 'red', discarded: 'gray' } as const;

export function IntakeBadge({ intake: { state } }: { intake: ListedIntake }): ReactNode {
  const say = useWords(trayWords);
  if (state === 'lead') return null;
  return (
    <Badge variant="light" c="bright" color={colours[state]} size="lg" tt="none">
      {say(state)}
    </Badge>
  );
}
