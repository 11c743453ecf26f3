// Creates a channel: its kind and its name.
import { Button, Card, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type ChannelType, channelTypes } from '../../../../../contract/intake-lists.ts';
import { nameLengthMax } from '../../../../../contract/limits.ts';
import { BackLink } from '../../../parts/back-link.tsx';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { createChannel } from './channel.ts';
import { channelsWords, channelTypeWords } from './channels-words.ts';

export function NewChannel(): ReactNode {
  const say = useWords(channelsWords);
  const sayType = useWords(channelTypeWords);
  const [, go] = useLocation();
  const [search] = useSearchParams();
  const asked = channelTypes.find((one) => one === search.get('type')) ?? 'form';
  const [type, setType] = useState<ChannelType>(asked);
  const [{ name }, setFields, draft] = useDraftFields('new channel', { name: '' });
  const make = useMutation({
    mutationFn: () => createChannel(type, name.trim()),
    onSuccess: ({ id }) => {
      draft.drop();
      go(`/settings/channels/${id}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <>
      <BackLink href="/settings/channels">{say('title')}</BackLink>
      <PageTitle title={say('create')} />
      <Card withBorder padding="md">
        <form onSubmit={submit}>
          <Stack>
            <DraftNote draft={draft} />
            <Radio.Group
              label={say('kind')}
              value={type}
              onChange={(chosen) => setType(chosen as ChannelType)}
            >
              <Stack gap="sm" mt="xs">
                {channelTypes.map((one) => (
                  <Radio
                    key={one}
                    value={one}
                    label={sayType(one)}
                    description={say(`${one}Hint`)}
                    classNames={{ description: 'settings-clear' }}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <TextInput
              label={say('name')}
              description={say('nameHint')}
              value={name}
              onChange={(event) => setFields({ name: event.currentTarget.value })}
              maxLength={nameLengthMax}
              pattern=".*\S.*"
              required
              withAsterisk={false}
              classNames={{ description: 'settings-clear' }}
            />
            {make.error && <ErrorNote error={make.error} />}
            <Group>
              <Button type="submit" loading={make.isPending}>
                {say('make')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  );
}
