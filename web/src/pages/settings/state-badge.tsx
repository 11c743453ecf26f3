// How something stands, in a word. The colour only repeats what the word says.
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'waiting' | 'bad' | 'ended';

const colours: Record<Tone, string> = {
  good: 'teal.9',
  waiting: 'yellow.4',
  bad: 'red.9',
  ended: 'gray.7',
};

export function StateBadge({ tone, children }: { tone: Tone; children: string }): ReactNode {
  return (
    <Badge color={colours[tone]} autoContrast tt="none" radius="sm">
      {children}
    </Badge>
  );
}
