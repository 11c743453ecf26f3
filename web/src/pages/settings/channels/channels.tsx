// The list of channels: where leads come from besides the API.
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { type Channel, useChannels } from './channel.ts';
import { ChannelPage } from './channel-page.tsx';
import { ChannelWarning } from './channel-warning.tsx';
import { channelsWords, channelTypeWords } from './channels-words.ts';
import { NewChannel } from './new-channel.tsx';
import { WeekBars } from './week-figures.tsx';
import './channels.css';

export default function Channels(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  if (id === 'new') return <NewChannel />;
  return id ? <ChannelPage key={id} id={id} /> : <ChannelList />;
}

function ChannelList(): ReactNode {
  const say = useWords(channelsWords);
  const channels = useChannels();
  const create = (
    <Button component={Link} href="/settings/channels/new" leftSection={<Icon name="plus" />}>
      {say('create')}
    </Button>
  );
  return (
    <>
      <PageTitle title={say('title')}>{channels.data?.length !== 0 && create}</PageTitle>
      <Text mb="md">{say('hint')}</Text>
      <Loaded query={channels}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState
              icon="inbox"
              title={say('emptyTitle')}
              hint={say('emptyHint')}
              action={create}
            />
          ) : (
            <Stack>
              {found.map((channel) => (
                <ChannelCard key={channel.id} channel={channel} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

function ChannelCard({ channel }: { channel: Channel }): ReactNode {
  const say = useWords(channelsWords);
  const sayType = useWords(channelTypeWords);
  const format = useFormat();
  const { id, type, name, figures } = channel;
  const { lastIntakeAt, weeks, leads, jobs } = figures;
  const thisWeek = weeks.at(-1);
  return (
    <Card
      withBorder
      padding="md"
      component={Link}
      href={`/settings/channels/${id}`}
      className="settings-card-link"
    >
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h5" className="settings-wrap">
            {name}
          </Title>
          <Text size="sm">{sayType(type)}</Text>
        </Group>
        <ChannelWarning channel={channel} />
        <Group justify="space-between" align="flex-end" gap="sm">
          <div>
            <Text size="sm">
              {lastIntakeAt ? say('last', { ago: format.ago(lastIntakeAt) }) : say('nothingYet')}
            </Text>
            {thisWeek && lastIntakeAt && (
              <Text size="sm">
                {say('thisWeek', {
                  leads: thisWeek.leads,
                  held: thisWeek.held,
                  refused: thisWeek.refused,
                })}
              </Text>
            )}
            {leads > 0 && (
              <Text size="sm">
                {say('conversion', { leads, jobs, share: format.percentage(jobs / leads) })}
              </Text>
            )}
          </div>
          {lastIntakeAt && <WeekBars weeks={weeks} />}
        </Group>
      </Stack>
    </Card>
  );
}
