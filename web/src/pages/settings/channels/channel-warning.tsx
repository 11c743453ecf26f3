// What the owner of a channel should look at.
import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { useWords } from '../../../words/words.ts';
import type { Channel } from './channel.ts';
import { channelsWords } from './channels-words.ts';

export function ChannelWarning({ channel: { figures } }: { channel: Channel }): ReactNode {
  const say = useWords(channelsWords);
  const { warning, dropped } = figures;
  return (
    <>
      {warning && (
        <Alert color="yellow" p="xs" icon={<Icon name="warning" />} role="status">
          {say(warning)}
        </Alert>
      )}
      {dropped > 0 && <Text size="sm">{say('dropped', { count: dropped })}</Text>}
    </>
  );
}
