// A state as a badge. The colour only repeats the text.
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'waiting' | 'bad' | 'ended';

const colours: Record<Tone, string> = {
  good: 'green',
  waiting: 'yellow',
  bad: 'red',
  ended: 'gray',
};

export function StateBadge({ tone, children }: { tone: Tone; children: string }): ReactNode {
  return (
    <Badge variant="light" c="bright" color={colours[tone]} size="lg" tt="none">
      {children}
    </Badge>
  );
}
