// How to add the app to the home screen of an iPhone or iPad, with the icons of its menus.
import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { notificationWords } from './notification-words.ts';

const strokes = {
  share: 'M12 15V3M8 7l4-4 4 4M7 10H5v11h14V10h-2',
  add: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM12 8v8M8 12h8',
  open: 'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM9 12l2 2 4-5',
};

const steps = [
  { icon: 'share', text: 'stepShare' },
  { icon: 'add', text: 'stepAdd' },
  { icon: 'open', text: 'stepOpen' },
] as const;

export function HomeScreenSteps(): ReactNode {
  const say = useWords(notificationWords);
  return (
    <List type="ordered" spacing="xs" mb="md" listStyleType="none" center>
      {steps.map(({ icon, text }) => (
        <List.Item key={icon} icon={<StepIcon path={strokes[icon]} />}>
          <Text size="sm">{say(text)}</Text>
        </List.Item>
      ))}
    </List>
  );
}

function StepIcon({ path }: { path: string }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      width={28}
      height={28}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
