// The settings of a form: its fields, its looks, and the websites that may post.
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import type { ChannelPatch } from '../../../../../contract/channel.ts';
import { channelUrlLengthMax, nameLengthMax } from '../../../../../contract/limits.ts';
import { useMember } from '../../../app/session.ts';
import { fieldErrors } from '../../../parts/describe-error.ts';
import { ColourInput } from '../../../parts/colour-input.tsx';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { LogoInput } from '../../../parts/logo-input.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { type Channel, saveChannel } from './channel.ts';
import { channelsWords } from './channels-words.ts';
import { formWords } from './form-words.ts';
import { ShownFields } from './shown-fields.tsx';

const introLengthMax = 1_000;

export function FormSettings({ channel }: { channel: Channel }): ReactNode {
  const say = useWords(channelsWords);
  const sayForm = useWords(formWords);
  const { brand } = useMember();
  const [edited, setEdited, draft] = useDraftFields(`channel ${channel.id}`, editedOf(channel));
  const save = useMutation({
    mutationFn: () => saveChannel(channel.id, patchOf(edited), () => draft.startFrom(edited)),
    onSuccess: () => showDone(say('saved')),
  });
  const change = (changes: Partial<typeof edited>) => setEdited({ ...edited, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const wrong = fieldErrors(save.error);
  return (
    <Section title={sayForm('settings')}>
      <form onSubmit={submit}>
        <Stack>
          <DraftNote draft={draft} />
          <TextInput
            label={say('name')}
            value={edited.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            maxLength={nameLengthMax}
            pattern=".*\S.*"
            required
            withAsterisk={false}
          />
          <ShownFields fields={edited.fields} onChange={(fields) => change({ fields })} />
          <Textarea
            label={sayForm('intro')}
            description={sayForm('introHint')}
            value={edited.intro}
            onChange={(event) => change({ intro: event.currentTarget.value })}
            maxLength={introLengthMax}
            autosize
            minRows={2}
            classNames={{ description: 'settings-clear' }}
          />
          <ColourInput
            colour={edited.colour}
            usual={brand.colour}
            onChange={(colour) => change({ colour })}
          />
          <LogoInput logo={edited.logo} onChange={(logo) => change({ logo })} />
          <TextInput
            type="url"
            label={sayForm('thanksUrl')}
            description={sayForm('thanksUrlHint')}
            placeholder="https://example.com/bedankt"
            value={edited.thanksUrl}
            error={wrong['thanksUrl'] && sayForm('urlWrong')}
            onChange={(event) => change({ thanksUrl: event.currentTarget.value })}
            maxLength={channelUrlLengthMax}
            classNames={{ description: 'settings-clear' }}
          />
          <Textarea
            label={sayForm('origins')}
            description={sayForm('originsHint')}
            placeholder="https://www.example.com"
            value={edited.origins ?? channel.origins.join('\n')}
            error={wrong['origins'] && sayForm('originWrong')}
            onChange={(event) => change({ origins: event.currentTarget.value })}
            autosize
            minRows={2}
            classNames={{ description: 'settings-clear' }}
          />
          {save.error && <ErrorNote error={save.error} fields={['thanksUrl', 'origins']} />}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {say('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function editedOf(channel: Channel) {
  const { name, fields, intro, colour, logo, thanksUrl } = channel;
  return {
    name,
    fields,
    intro: intro ?? '',
    colour,
    logo,
    thanksUrl: thanksUrl ?? '',
    // Null until it is changed here: the code above asks for a website too.
    origins: null as string | null,
  };
}

function patchOf(edited: ReturnType<typeof editedOf>): ChannelPatch {
  const { name, fields, intro, colour, logo, thanksUrl, origins } = edited;
  return {
    name: name.trim(),
    fields: fields.map((one) =>
      one.field === 'customerName' ? { ...one, isRequired: true } : one,
    ),
    intro: intro.trim() || null,
    colour,
    logo,
    thanksUrl: thanksUrl.trim() || null,
    ...(origins !== null && { origins: origins.split(/\s+/).filter(Boolean) }),
  };
}
