// Channels that went quiet, or that refuse most of what comes in.
import { Alert, Anchor, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMember } from '../../app/session.ts';
import type { WarnedChannel } from '../../app/tray-counts.ts';
import { Icon } from '../../parts/icon.tsx';
import { useWords } from '../../words/words.ts';
import { trayWords } from './tray-words.ts';

export function ChannelWarnings({ channels }: { channels: readonly WarnedChannel[] }): ReactNode {
  const say = useWords(trayWords);
  const isOwner = useMember().role === 'owner';
  if (channels.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      {channels.map(({ id, name, warning }) => (
        <Alert
          key={id}
          color="yellow"
          p="sm"
          icon={<Icon name="warning" />}
          title={name}
          role="status"
        >
          {say(`${warning}Channel`)}{' '}
          {isOwner && (
            <Anchor
              component={Link}
              href={`/settings/channels/${id}`}
              underline="always"
              c="bright"
              className="tall-link"
              inherit
            >
              {say('seeChannel')}
            </Anchor>
          )}
        </Alert>
      ))}
    </Stack>
  );
}
