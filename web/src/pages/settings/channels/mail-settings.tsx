// The address and the mailbox of a mail channel.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { nameLengthMax } from '../../../../../contract/limits.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { fieldErrors } from '../../../parts/describe-error.ts';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { type Channel, saveChannel } from './channel.ts';
import { channelsWords } from './channels-words.ts';
import { mailWords } from './mail-words.ts';
import { type Mailbox, mailboxIn, mailboxUrl, noMailbox } from './mailbox-url.ts';

export function MailSettings({ channel }: { channel: Channel }): ReactNode {
  const say = useWords(mailWords);
  const { address } = channel;
  return (
    <>
      <Section title={say('address')} hint={address === null ? undefined : say('addressHint')}>
        {address === null ? (
          <Text>{say('noAddress')}</Text>
        ) : (
          <CopyText text={address} label={say('address')} />
        )}
      </Section>
      <Settings key={channel.mailboxUrl} channel={channel} />
    </>
  );
}

function Settings({ channel }: { channel: Channel }): ReactNode {
  const say = useWords(channelsWords);
  const sayMail = useWords(mailWords);
  const before = mailboxIn(channel.mailboxUrl);
  // Not kept on the device.
  const [password, setPassword] = useState(before.password);
  const [edited, setEdited, draft] = useDraftFields(`channel ${channel.id}`, {
    name: channel.name,
    ...withoutPassword(before),
  });
  const { name, ...shown } = edited;
  const mailbox = { ...shown, password };
  const isSame = sameMailbox(mailbox, before);
  const hasMailbox = mailbox.server.trim() !== '';
  const save = useMutation({
    mutationFn: () =>
      saveChannel(
        channel.id,
        {
          name: name.trim(),
          // The password is not known here: an unchanged mailbox is not sent.
          ...(!isSame && { mailboxUrl: mailboxUrl(mailbox) }),
        },
        () => draft.startFrom(edited),
      ),
    onSuccess: () => showDone(say('saved')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const change = (changes: Partial<typeof edited>) => setEdited({ ...edited, ...changes });
  const stop = () => {
    change(withoutPassword(noMailbox));
    setPassword(noMailbox.password);
  };
  const isKept = channel.mailboxUrl !== null && isSame;
  const wrong = fieldErrors(save.error)['mailboxUrl'];
  return (
    <Section title={sayMail('settings')}>
      <form onSubmit={submit}>
        <Stack>
          <DraftNote draft={draft} />
          <TextInput
            label={say('name')}
            value={name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            maxLength={nameLengthMax}
            pattern=".*\S.*"
            required
            withAsterisk={false}
          />
          <div>
            <Text fw={600}>{sayMail('mailbox')}</Text>
            <Text size="sm">{sayMail('mailboxHint')}</Text>
          </div>
          <TextInput
            label={sayMail('server')}
            placeholder="mail.example.com"
            value={mailbox.server}
            error={wrong && sayMail('mailboxWrong')}
            onChange={(event) => change({ server: event.currentTarget.value })}
          />
          {hasMailbox && (
            <>
              <TextInput
                label={sayMail('user')}
                autoComplete="off"
                value={mailbox.user}
                onChange={(event) => change({ user: event.currentTarget.value })}
                required
                withAsterisk={false}
              />
              <TextInput
                type="password"
                label={sayMail('password')}
                description={
                  isKept
                    ? sayMail('passwordKept')
                    : channel.mailboxUrl !== null
                      ? sayMail('passwordAgain')
                      : undefined
                }
                autoComplete="new-password"
                value={mailbox.password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                required={!isKept}
                withAsterisk={false}
                classNames={{ description: 'settings-clear' }}
              />
              <TextInput
                label={sayMail('folder')}
                value={mailbox.folder}
                onChange={(event) => change({ folder: event.currentTarget.value })}
                required
                withAsterisk={false}
              />
              <Group>
                <Button variant="default" onClick={stop}>
                  {sayMail('stop')}
                </Button>
              </Group>
            </>
          )}
          {save.error && <ErrorNote error={save.error} fields={['mailboxUrl']} />}
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

function withoutPassword({ password: _password, ...mailbox }: Mailbox) {
  return mailbox;
}

function sameMailbox(one: Mailbox, other: Mailbox): boolean {
  return (['server', 'user', 'password', 'folder'] as const).every(
    (name) => one[name] === other[name],
  );
}
