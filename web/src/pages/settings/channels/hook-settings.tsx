// The address and the settings of a hook.
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Portal, portals } from '../../../../../contract/intake-lists.ts';
import { nameLengthMax, responseBodyLengthMax } from '../../../../../contract/limits.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { CopyText } from '../../../parts/copy-text.tsx';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { type Channel, renewAddress, saveChannel } from './channel.ts';
import { channelsWords } from './channels-words.ts';
import { hookWords, portalWords } from './hook-words.ts';

const senders = ['otherPortal', 'elementor', 'gravity', 'contactForm7', 'zapier'] as const;
type Sender = (typeof senders)[number];
const stepsOf = {
  otherPortal: 'portalSteps',
  elementor: 'elementorSteps',
  gravity: 'gravitySteps',
  contactForm7: 'contactForm7Steps',
  zapier: 'zapierSteps',
} as const;

const statuses = [200, 201, 202, 204] as const;

export function HookSettings({ channel }: { channel: Channel }): ReactNode {
  return (
    <>
      <Address channel={channel} />
      <Settings channel={channel} />
    </>
  );
}

function Address({ channel: { id, url } }: { channel: Channel }): ReactNode {
  const say = useWords(hookWords);
  const [sender, setSender] = useState<Sender>('otherPortal');
  return (
    <Section title={say('address')} hint={say('addressHint')}>
      <CopyText text={url!} label={say('address')} />
      <Group>
        <ConfirmButton
          label={say('newAddress')}
          title={say('newAddressTitle')}
          text={say('newAddressText')}
          onConfirm={() => renewAddress(id)}
        />
      </Group>
      <NativeSelect
        label={say('sender')}
        w="fit-content"
        value={sender}
        onChange={(event) => setSender(event.currentTarget.value as Sender)}
        data={senders.map((value) => ({ value, label: say(value) }))}
      />
      <Text>{say(stepsOf[sender])}</Text>
    </Section>
  );
}

function Settings({ channel }: { channel: Channel }): ReactNode {
  const say = useWords(channelsWords);
  const sayHook = useWords(hookWords);
  const sayPortal = useWords(portalWords);
  const [edited, setEdited, draft] = useDraftFields(`channel ${channel.id}`, editedOf(channel));
  // Not kept on the device.
  const [secret, setSecret] = useState(channel.secret ?? '');
  const change = (changes: Partial<typeof edited>) => setEdited({ ...edited, ...changes });
  const save = useMutation({
    mutationFn: () => {
      const { name, portal, status, body } = edited;
      const patch = {
        name: name.trim(),
        portal: portal === '' ? null : portal,
        secret: secret.trim() || null,
        responseStatus: status === '' ? null : Number(status),
        responseBody: body || null,
      };
      return saveChannel(channel.id, patch, () => draft.startFrom(edited));
    },
    onSuccess: () => showDone(say('saved')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title={sayHook('settings')}>
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
          <NativeSelect
            label={sayHook('portal')}
            description={sayHook('portalHint')}
            value={edited.portal}
            onChange={(event) => change({ portal: event.currentTarget.value as Portal | '' })}
            data={[
              { value: '', label: sayHook('noPortal') },
              ...portals.map((value) => ({ value, label: sayPortal(value) })),
            ]}
            classNames={{ description: 'settings-clear' }}
          />
          <TextInput
            label={sayHook('secret')}
            description={sayHook('secretHint')}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            maxLength={nameLengthMax}
            autoComplete="off"
            classNames={{ description: 'settings-clear' }}
          />
          <NativeSelect
            label={sayHook('response')}
            value={edited.status}
            onChange={(event) => change({ status: event.currentTarget.value })}
            data={[
              { value: '', label: sayHook('responseUsual') },
              ...[...new Set([...statuses, channel.responseStatus ?? 200])].map((status) => ({
                value: String(status),
                label: sayHook('responseAlways', { status }),
              })),
            ]}
          />
          <Textarea
            label={sayHook('responseBody')}
            description={sayHook('responseBodyHint')}
            value={edited.body}
            onChange={(event) => change({ body: event.currentTarget.value })}
            maxLength={responseBodyLengthMax}
            autosize
            classNames={{ description: 'settings-clear' }}
          />
          {save.error && <ErrorNote error={save.error} />}
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

function editedOf({ name, portal, responseStatus, responseBody }: Channel) {
  return {
    name,
    portal: portal ?? ('' as const),
    status: responseStatus === null ? '' : String(responseStatus),
    body: responseBody ?? '',
  };
}
