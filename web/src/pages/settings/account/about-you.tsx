import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { app } from '../../../api/client.ts';
import type { Session } from '../../../api/session.ts';
import { setSession } from '../../../api/session-store.ts';
import { useMember } from '../../../app/session.ts';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { showDone } from '../../../parts/show-error.tsx';
import { type Language, languages, useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { accountWords } from './account-words.ts';

export function AboutYou(): ReactNode {
  const say = useWords(accountWords);
  const { account } = useMember();
  const { name, language } = account;
  const [edited, setEdited, draft] = useDraftFields('account', { name, language });
  const save = useMutation({
    mutationFn: () => app.change<Session>('PATCH', '/account', edited),
    onSuccess: (session) => {
      draft.startFrom(edited);
      setSession(session);
      showDone(say('saved'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title={say('about')}>
      <form onSubmit={submit}>
        <Stack>
          <DraftNote draft={draft} />
          <TextInput
            label={say('email')}
            value={account.email}
            description={account.isEmailProven ? undefined : say('unproven')}
            readOnly
          />
          <TextInput
            label={say('name')}
            autoComplete="name"
            value={edited.name}
            onChange={(event) => setEdited({ ...edited, name: event.currentTarget.value })}
            maxLength={200}
            required
            withAsterisk={false}
          />
          <NativeSelect
            label={say('language')}
            value={edited.language}
            onChange={(event) =>
              setEdited({ ...edited, language: event.currentTarget.value as Language })
            }
            data={languages.map((one) => ({ value: one, label: say(one) }))}
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
