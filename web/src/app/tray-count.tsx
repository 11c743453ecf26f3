// The number beside "To check" in the navigation.
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { shellWords } from './shell-words.ts';
import { useTrayCounts } from './tray-counts.ts';

const shownMax = 99;

export function TrayCount(): ReactNode {
  const say = useWords(shellWords);
  const counts = useTrayCounts();
  const count = counts
    ? counts.intakes + counts.duplicates + counts.doubtful + counts.channels.length
    : 0;
  if (count === 0) return null;
  return (
    <span className="nav-count">
      <span aria-hidden="true">{count > shownMax ? `${shownMax}+` : count}</span>
      <VisuallyHidden>{say('waiting', { count })}</VisuallyHidden>
    </span>
  );
}
