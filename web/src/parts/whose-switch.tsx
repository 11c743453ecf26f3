import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { assigneeWords } from './assignee-words.ts';
import { useWhose, type Whose } from './whose-work.ts';
import { usePeopleInOrder } from './people.ts';

/** Nothing where one person works: then everything is theirs. */
export function WhoseSwitch(): ReactNode {
  const say = useWords(assigneeWords);
  const [whose, setWhose] = useWhose();
  const members = usePeopleInOrder().filter(({ hasLeft }) => !hasLeft);
  if (members.length < 2 && whose === 'everyone') return null;
  return (
    <SegmentedControl
      aria-label={say('whose')}
      value={whose}
      onChange={(value) => setWhose(value as Whose)}
      data={[
        { value: 'mine', label: say('mine') },
        { value: 'everyone', label: say('everyone') },
      ]}
    />
  );
}
