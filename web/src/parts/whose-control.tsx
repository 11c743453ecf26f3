import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { assigneeWords } from './assignee-words.ts';
import { useWhose, type Whose } from './whose-work.ts';

export default function WhoseControl(): ReactNode {
  const say = useWords(assigneeWords);
  const [whose, setWhose] = useWhose();
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
