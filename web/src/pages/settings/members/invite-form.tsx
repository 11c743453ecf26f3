import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { app } from '../../../api/client.ts';
import type { Role } from '../../../api/session.ts';
import { queries } from '../../../app/queries.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { invitationsKey, type NewInvitation, roles } from './member.ts';
import { membersWords } from './members-words.ts';

const nobody = { email: '', role: 'member' as Role };

export function InviteForm(): ReactNode {
  const say = useWords(membersWords);
  const [edited, setEdited, draft] = useDraftFields('invitation', nobody);
  const invite = useMutation({
    mutationFn: () => app.once<NewInvitation>('/invitations', edited),
    onSuccess: () => {
      draft.startFrom(nobody);
      return queries.invalidateQueries({ queryKey: invitationsKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  const made = invite.data;
  return (
    <Section title={say('invite')}>
      <form onSubmit={submit}>
        <DraftNote draft={draft} />
        <Group align="flex-end">
          <TextInput
            label={say('email')}
            type="email"
            autoComplete="off"
            flex="1 1 14rem"
            value={edited.email}
            onChange={(event) => setEdited({ ...edited, email: event.currentTarget.value })}
            required
            withAsterisk={false}
          />
          <NativeSelect
            label={say('role')}
            value={edited.role}
            onChange={(event) => setEdited({ ...edited, role: event.currentTarget.value as Role })}
            data={roles.map((one) => ({ value: one, label: say(one) }))}
          />
          <Button type="submit" loading={invite.isPending}>
            {say('send')}
          </Button>
        </Group>
      </form>
      {invite.error && <ErrorNote error={invite.error} />}
      {made && (
        <Alert role="status" title={say('invited', { email: made.email })}>
          <Stack gap="xs">
            <Text size="sm">
              {say(made.isMailed ? 'mailed' : 'notMailed', { email: made.email })}
            </Text>
            <CopyText text={made.url} label={say('link')} />
          </Stack>
        </Alert>
      )}
    </Section>
  );
}
