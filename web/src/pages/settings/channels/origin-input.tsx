// Asks for the website on which the embed is to work.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { channelUrlLengthMax } from '../../../../../contract/limits.ts';
import { fieldErrors } from '../../../parts/describe-error.ts';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useWords } from '../../../words/words.ts';
import { type Channel, saveChannel } from './channel.ts';
import { channelsWords } from './channels-words.ts';
import { formWords } from './form-words.ts';
import { originOf } from './snippets.ts';

export function OriginInput({ channel }: { channel: Channel }): ReactNode {
  const say = useWords(formWords);
  const sayChannel = useWords(channelsWords);
  const [website, setWebsite] = useState('');
  const save = useMutation({
    mutationFn: () => saveChannel(channel.id, { origins: [originOf(website)] }),
    onSuccess: () => showDone(sayChannel('saved')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            label={say('ownSite')}
            description={say('ownSiteHint')}
            placeholder="www.example.com"
            inputMode="url"
            flex="1 1 14rem"
            value={website}
            error={fieldErrors(save.error)['origins'] && say('originWrong')}
            onChange={(event) => setWebsite(event.currentTarget.value)}
            maxLength={channelUrlLengthMax}
            required
            withAsterisk={false}
            classNames={{ description: 'settings-clear' }}
          />
          <Button type="submit" loading={save.isPending}>
            {say('addSite')}
          </Button>
        </Group>
        {save.error && <ErrorNote error={save.error} fields={['origins']} />}
      </Stack>
    </form>
  );
}
