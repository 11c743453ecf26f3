// Links with which a phone's calendar subscribes to the jobs.
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import type { CalendarLink, IssuedCalendarLink } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { CopyText } from '../../../parts/copy-text.tsx';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { NamedRow } from '../named-row.tsx';
import { Section } from '../section.tsx';
import { calendarWords } from './calendar-words.ts';

const queryKey = [kinds.settings, 'calendar-links'];

export default function CalendarLinks(): ReactNode {
  const say = useWords(calendarWords);
  return (
    <>
      <PageTitle title={say('title')} />
      <Stack>
        <Text>
          {say('hint')} {say('careful')}
        </Text>
        <NewLink />
        <LinksInUse />
      </Stack>
    </>
  );
}

const noName = { name: '' };

function NewLink(): ReactNode {
  const say = useWords(calendarWords);
  const [edited, setEdited, draft] = useDraftFields('calendar link', noName);
  const make = useMutation({
    mutationFn: () => client.calendarLinks.create(edited),
    onSuccess: () => {
      draft.startFrom(noName);
      return queries.invalidateQueries({ queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Section title={say('make')}>
      <form onSubmit={submit}>
        <DraftNote draft={draft} />
        <Group align="flex-end">
          <TextInput
            label={say('name')}
            placeholder={say('nameExample')}
            flex="1 1 14rem"
            value={edited.name}
            onChange={(event) => setEdited({ name: event.currentTarget.value })}
            maxLength={200}
            required
            withAsterisk={false}
          />
          <Button type="submit" loading={make.isPending}>
            {say('create')}
          </Button>
        </Group>
      </form>
      {make.error && <ErrorNote error={make.error} />}
      {make.data && <IssuedLink link={make.data} />}
    </Section>
  );
}

function IssuedLink({ link }: { link: IssuedCalendarLink }): ReactNode {
  const say = useWords(calendarWords);
  const { host, pathname } = new URL(link.url);
  const webcal = `webcal://${host}${pathname}`;
  return (
    <Alert role="status" title={say('ready', { name: link.name })}>
      <Stack gap="xs">
        <Text size="sm">{say('once')}</Text>
        <Anchor href={webcal} fw={600} underline="always">
          {say('subscribe')}
        </Anchor>
        <CopyText text={webcal} label={say('webcal')} />
        <CopyText text={link.url} label={say('https')} />
      </Stack>
    </Alert>
  );
}

function LinksInUse(): ReactNode {
  const say = useWords(calendarWords);
  const links = useQuery({
    queryKey,
    queryFn: async () => (await client.calendarLinks.list().page()).data,
  });
  return (
    <Section title={say('links')}>
      <Loaded query={links}>
        {(found) => (
          <Stack gap="md">
            {found.length === 0 && <Text>{say('none')}</Text>}
            {found.map((link) => (
              <LinkRow key={link.id} link={link} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function LinkRow({ link: { id, name, createdAt } }: { link: CalendarLink }): ReactNode {
  const say = useWords(calendarWords);
  const format = useFormat();
  const revoke = async () => {
    await client.calendarLinks.delete(id);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <NamedRow name={name} about={say('made', { date: format.date(createdAt) })}>
      <ConfirmButton
        label={say('revoke')}
        fullLabel={say('revokeWhich', { name })}
        title={say('revokeTitle', { name })}
        text={say('revokeText')}
        onConfirm={revoke}
      />
    </NamedRow>
  );
}
