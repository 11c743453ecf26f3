// Links by which the calendar of a phone reads the jobs.
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import type { CalendarLink, IssuedCalendarLink } from '../../../../../sdk/src/index.ts';
import { client } from '../../../api/client.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { calendarWords } from './calendar-words.ts';

const Confirm = lazy(async () => ({
  default: (await import('../../../parts/confirm.tsx')).Confirm,
}));

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

function NewLink(): ReactNode {
  const say = useWords(calendarWords);
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => client.calendarLinks.create({ name }),
    onSuccess: () => {
      setName('');
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
        <Group align="flex-end">
          <TextInput
            label={say('name')}
            placeholder={say('nameExample')}
            flex="1 1 14rem"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
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
  const format = useFormat();
  const [revoked, setRevoked] = useState<CalendarLink | null>(null);
  const links = useQuery({
    queryKey,
    queryFn: async () => (await client.calendarLinks.list().page()).data,
  });
  const revoke = async (id: string) => {
    await client.calendarLinks.delete(id);
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Section title={say('links')}>
      <Loaded query={links}>
        {(found) => (
          <Stack gap="md">
            {found.length === 0 && <Text>{say('none')}</Text>}
            {found.map((link) => (
              <Group key={link.id} justify="space-between">
                <div className="settings-wrap">
                  <Text fw={600}>{link.name}</Text>
                  <Text size="sm">{say('made', { date: format.date(link.createdAt) })}</Text>
                </div>
                <Button
                  variant="default"
                  aria-label={say('revokeWhich', { name: link.name })}
                  onClick={() => setRevoked(link)}
                >
                  {say('revoke')}
                </Button>
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
      {revoked && (
        <Suspense>
          <Confirm
            title={say('revokeTitle', { name: revoked.name })}
            text={say('revokeText')}
            action={say('revoke')}
            onConfirm={() => revoke(revoked.id)}
            onClose={() => setRevoked(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}
