// The form for a new key.
import { Button, Card, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { app } from '../../../api/client.ts';
import { DraftNote, useDraftFields } from '../../../parts/draft.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useFormat } from '../../../words/format.ts';
import { momentOf } from '../../../words/wall-time.ts';
import { useWords } from '../../../words/words.ts';
import { BackLink } from '../../../parts/back-link.tsx';
import { type IssuedKey, invalidateKeys } from './api-key.ts';
import { IssuedKeyNote } from './issued-key-note.tsx';
import { firstRights, hasPersonalData, KeyRights, scopesOf } from './key-rights.tsx';
import { keysWords } from './keys-words.ts';

const lifetimes = ['endsNever', 'days30', 'days90', 'days365', 'onDate'] as const;
type Lifetime = (typeof lifetimes)[number];
const dayMs = 24 * 60 * 60 * 1000;

export function NewKey(): ReactNode {
  const say = useWords(keysWords);
  const { timeZone } = useFormat();
  const [, go] = useLocation();
  const [{ name }, setFields, draft] = useDraftFields('new key', { name: '' });
  const [rights, setRights] = useState(firstRights);
  const [lifetime, setLifetime] = useState<Lifetime>('endsNever');
  const [lastDay, setLastDay] = useState('');
  const make = useMutation({
    mutationFn: () =>
      app.once<IssuedKey>('/keys', {
        name,
        scopes: scopesOf(rights),
        personalData: hasPersonalData(rights),
        expiresAt: endOf(lifetime, lastDay, timeZone),
      }),
    onSuccess: () => {
      draft.drop();
      return invalidateKeys();
    },
  });
  if (make.data) return <IssuedKeyNote issued={make.data} onDone={() => go('/settings/keys')} />;

  const hasRights = scopesOf(rights).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasRights) make.mutate();
  };
  return (
    <>
      <BackLink href="/settings/keys">{say('back')}</BackLink>
      <PageTitle title={say('newTitle')} />
      <Card withBorder padding="md">
        <form onSubmit={submit}>
          <Stack>
            <DraftNote draft={draft} />
            <TextInput
              label={say('name')}
              placeholder={say('nameExample')}
              value={name}
              onChange={(event) => setFields({ name: event.currentTarget.value })}
              maxLength={200}
              required
              withAsterisk={false}
            />
            <KeyRights rights={rights} onChange={setRights} />
            <NativeSelect
              label={say('expiry')}
              value={lifetime}
              onChange={(event) => setLifetime(event.currentTarget.value as Lifetime)}
              data={lifetimes.map((one) => ({ value: one, label: say(one) }))}
            />
            {lifetime === 'onDate' && (
              <TextInput
                type="date"
                label={say('lastDay')}
                value={lastDay}
                onChange={(event) => setLastDay(event.currentTarget.value)}
                required
                withAsterisk={false}
              />
            )}
            {make.error && <ErrorNote error={make.error} />}
            <Group>
              <Button type="submit" loading={make.isPending} disabled={!hasRights}>
                {say('make')}
              </Button>
              {!hasRights && <span role="status">{say('noRights')}</span>}
            </Group>
          </Stack>
        </form>
      </Card>
    </>
  );
}

function endOf(lifetime: Lifetime, lastDay: string, timeZone: string): string | null {
  if (lifetime === 'endsNever') return null;
  // The end of the day in the brand's time zone.
  if (lifetime === 'onDate') return momentOf(`${lastDay} 23:59:59`, timeZone);
  return new Date(Date.now() + Number(lifetime.slice('days'.length)) * dayMs).toISOString();
}
