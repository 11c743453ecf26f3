// Tells on every page of the test side that nothing there is real.
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useWords } from '../words/words.ts';
import { shellWords } from './shell-words.ts';
import { switchSide } from './switch-side.ts';
import './test-bar.css';

export function TestBar(): ReactNode {
  const say = useWords(shellWords);
  const [, go] = useLocation();
  const leave = async () => {
    // The page may show a record that exists on the test side only.
    if (await switchSide({ isTest: false })) go('/leads');
  };
  return (
    <aside className="test-bar" aria-label={say('testSide')}>
      <span>{say('nothingReal')}</span>
      <UnstyledButton className="test-bar-leave" onClick={() => void leave()}>
        {say('toLive')}
      </UnstyledButton>
    </aside>
  );
}
