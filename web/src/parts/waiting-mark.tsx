// Says that something of a lead or job waits in the outbox.
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWaitingState } from '../app/outbox/use-outbox.ts';
import { useWords } from '../words/words.ts';
import { Icon } from './icon.tsx';
import { partWords } from './part-words.ts';

interface WaitingMarkProps {
  id: string;
  /** Where there is no room for words. */
  isSmall?: boolean;
}

export function WaitingMark({ id, isSmall = false }: WaitingMarkProps): ReactNode {
  const say = useWords(partWords);
  const state = useWaitingState(id);
  if (!state) return null;
  return (
    <span className="waiting-mark" data-state={state} title={say(state)}>
      <Icon name={state === 'waiting' ? 'clock' : 'warning'} size={isSmall ? 13 : 16} />
      {isSmall ? <VisuallyHidden>{say(state)}</VisuallyHidden> : say(state)}
    </span>
  );
}
