// What the owner of a channel should look at.
import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { partWords } from '../../../parts/part-words.ts';
import { TechnicalDetails } from '../../../parts/technical-details.tsx';
import { useWords } from '../../../words/words.ts';
import type { Channel } from './channel.ts';
import { channelsWords } from './channels-words.ts';

interface ChannelWarningProps {
  channel: Channel;
  /** Not in a card that is a link. */
  hasDetails?: boolean;
}

export function ChannelWarning({ channel, hasDetails = false }: ChannelWarningProps): ReactNode {
  const say = useWords(channelsWords);
  const sayPart = useWords(partWords);
  const { warning, dropped, mailboxError } = channel.figures;
  return (
    <>
      {warning && (
        <Alert color="yellow" p="xs" icon={<Icon name="warning" />} role="status">
          {say(warning)}
          {hasDetails && mailboxError && (
            <TechnicalDetails title={sayPart('details')} of={[mailboxError]} />
          )}
        </Alert>
      )}
      {dropped > 0 && <Text size="sm">{say('dropped', { count: dropped })}</Text>}
    </>
  );
}
