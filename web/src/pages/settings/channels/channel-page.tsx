// One channel: where to post, what it brought, its settings and its map.
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { BackLink } from '../../../parts/back-link.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { type Channel, removeChannel, useChannel } from './channel.ts';
import { ChannelWarning } from './channel-warning.tsx';
import { channelsWords, channelTypeWords } from './channels-words.ts';
import { FormSettings } from './form-settings.tsx';
import { FormSnippets } from './form-snippets.tsx';
import { HookSettings } from './hook-settings.tsx';
import { MailSettings } from './mail-settings.tsx';
import { type Draft, draftOf } from './map-draft.ts';
import { MapEditor } from './map-editor.tsx';
import { RerunRefused } from './rerun-refused.tsx';
import { WeekTable } from './week-figures.tsx';

export function ChannelPage({ id }: { id: string }): ReactNode {
  const say = useWords(channelsWords);
  const channel = useChannel(id);
  return (
    <>
      <BackLink href="/settings/channels">{say('title')}</BackLink>
      {!channel.data && <PageTitle title={say('one')} />}
      <Loaded query={channel}>{(found) => <OneChannel channel={found} />}</Loaded>
    </>
  );
}

function OneChannel({ channel }: { channel: Channel }): ReactNode {
  const say = useWords(channelsWords);
  const sayType = useWords(channelTypeWords);
  const [, go] = useLocation();
  const { id, type, name } = channel;
  const remove = async () => {
    await removeChannel(id);
    go('/settings/channels');
  };
  return (
    <>
      <PageTitle title={name}>
        <Text>{sayType(type)}</Text>
      </PageTitle>
      <Stack>
        <ChannelWarning channel={channel} hasDetails />
        {type === 'form' && <FormSnippets channel={channel} />}
        {type === 'form' && <FormSettings channel={channel} />}
        {type === 'hook' && <HookSettings channel={channel} />}
        {type === 'mail' && <MailSettings channel={channel} />}
        <MapAndRefused channel={channel} />
        <Figures channel={channel} />
        <Group>
          <ConfirmButton
            label={say('remove')}
            title={say('removeTitle', { name })}
            text={say('removeText')}
            onConfirm={remove}
          />
        </Group>
      </Stack>
    </>
  );
}

/** What was refused is shown and taken in with the map as it is on the screen. */
function MapAndRefused({ channel }: { channel: Channel }): ReactNode {
  const saved = JSON.stringify(channel.map);
  const [edited, setEdited] = useState<{ draft: Draft; since: string } | null>(null);
  // A saved map replaces the draft.
  const draft = edited?.since === saved ? edited.draft : draftOf(channel.map);
  return (
    <>
      <MapEditor
        channel={channel}
        draft={draft}
        onChange={(changed) => setEdited({ draft: changed, since: saved })}
      />
      <RerunRefused channel={channel} draft={draft} />
    </>
  );
}

function Figures({ channel: { id, figures } }: { channel: Channel }): ReactNode {
  const say = useWords(channelsWords);
  const format = useFormat();
  const { lastIntakeAt, weeks, leads, jobs } = figures;
  return (
    <Section title={say('figures')}>
      <div>
        <Text>
          {lastIntakeAt ? say('last', { ago: format.ago(lastIntakeAt) }) : say('nothingYet')}
        </Text>
        {leads > 0 && (
          <Text>{say('conversion', { leads, jobs, share: format.percentage(jobs / leads) })}</Text>
        )}
        <Anchor
          component={Link}
          href={`/tray?channel=${id}`}
          underline="always"
          className="tall-link"
        >
          {say('toTray')}
        </Anchor>
      </div>
      {lastIntakeAt && <WeekTable weeks={weeks} />}
    </Section>
  );
}
