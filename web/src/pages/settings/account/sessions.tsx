import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { app } from '../../../api/client.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { showError } from '../../../parts/show-error.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { NamedRow } from '../named-row.tsx';
import { Section } from '../section.tsx';
import { StateBadge } from '../state-badge.tsx';
import { accountWords } from './account-words.ts';
import { browserOf } from './browser-of.ts';

interface OpenSession {
  id: string;
  isCurrent: boolean;
  createdAt: string;
  lastUsedAt: string;
  userAgent: string | null;
  address: string | null;
}

export const sessionsKey = [kinds.settings, 'sessions'];

export function Sessions(): ReactNode {
  const say = useWords(accountWords);
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: async () => (await app.get<{ data: OpenSession[] }>('/sessions')).data,
  });
  const end = useMutation({
    mutationFn: (path: string) => app.change('DELETE', path),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionsKey }),
    onError: (error) => showError(error),
  });
  return (
    <Section title={say('sessions')}>
      <Loaded query={sessions}>
        {(found) => (
          <Stack gap="md">
            {found.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={() => end.mutate(`/sessions/${session.id}`)}
              />
            ))}
            {found.length > 1 && (
              <Group>
                <Button
                  variant="default"
                  onClick={() => end.mutate('/sessions')}
                  loading={end.isPending}
                >
                  {say('endOthers')}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }): ReactNode {
  const say = useWords(accountWords);
  const format = useFormat();
  const { browser, system } = browserOf(session.userAgent ?? '');
  const known = browser && system ? say('browserOn', { browser, system }) : (browser ?? system);
  const name = known ?? say('unknownBrowser');
  return (
    <NamedRow
      name={name}
      about={say('lastActive', {
        ago: format.ago(session.lastUsedAt),
        date: format.date(session.createdAt),
        address: session.address ?? '–',
      })}
    >
      {session.isCurrent ? (
        <StateBadge tone="good">{say('thisOne')}</StateBadge>
      ) : (
        <Button variant="default" aria-label={say('endWhich', { name })} onClick={onEnd}>
          {say('end')}
        </Button>
      )}
    </NamedRow>
  );
}
