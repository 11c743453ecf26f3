import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { emailLengthMax } from '../../../../../contract/limits.ts';
import { useMember } from '../../../app/session.ts';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import {
  type CustomerMailSettings,
  patchCustomerMails,
  showSaved,
} from './customer-mail-settings.ts';
import { customerMailWords } from './customer-mail-words.ts';

export function MailSwitches({ settings }: { settings: CustomerMailSettings }): ReactNode {
  const say = useWords(customerMailWords);
  const { account } = useMember();
  const [edited, setEdited, draft] = useDraftFields('customer mails', {
    receipt: settings.receipt,
    appointment: settings.appointment,
    replyTo: settings.replyTo ?? account.email,
  });
  const save = useMutation({
    mutationFn: () => patchCustomerMails({ ...edited, replyTo: edited.replyTo.trim() || null }),
    onSuccess: (saved) => {
      draft.startFrom(edited);
      showSaved(saved);
      showDone(say('saved'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title={say('what')} hint={say('whatHint')}>
      <form onSubmit={submit}>
        <Stack>
          <DraftNote draft={draft} />
          <Switch
            size="md"
            label={say('receiptOn')}
            checked={edited.receipt}
            onChange={(event) => setEdited({ ...edited, receipt: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            label={say('appointmentOn')}
            description={say('appointmentHint')}
            checked={edited.appointment}
            onChange={(event) => setEdited({ ...edited, appointment: event.currentTarget.checked })}
            classNames={{ description: 'settings-clear' }}
          />
          <TextInput
            type="email"
            label={say('replyTo')}
            description={say('replyToHint')}
            value={edited.replyTo}
            onChange={(event) => setEdited({ ...edited, replyTo: event.currentTarget.value })}
            maxLength={emailLengthMax}
            required={edited.receipt || edited.appointment}
            withAsterisk={false}
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
