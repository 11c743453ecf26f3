import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { app } from '../../../api/client.ts';
import { queries } from '../../../app/queries.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { showError } from '../../../parts/show-error.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { NamedRow } from '../named-row.tsx';
import { Section } from '../section.tsx';
import { type Invitation, invitationsKey } from './member.ts';
import { membersWords } from './members-words.ts';

export function OpenInvitations(): ReactNode {
  const say = useWords(membersWords);
  const invitations = useQuery({
    queryKey: invitationsKey,
    queryFn: async () => (await app.get<{ data: Invitation[] }>('/invitations')).data,
  });
  return (
    <Section title={say('waiting')}>
      <Loaded query={invitations}>
        {(found) => (
          <Stack gap="md">
            {found.length === 0 && <Text>{say('nobodyWaiting')}</Text>}
            {found.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }): ReactNode {
  const { id, email, role, expiresAt } = invitation;
  const say = useWords(membersWords);
  const format = useFormat();
  const withdraw = useMutation({
    mutationFn: () => app.change('DELETE', `/invitations/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: invitationsKey }),
    onError: (error) => showError(error),
  });
  return (
    <NamedRow
      name={email}
      about={`${say(role)} · ${say('until', { date: format.date(expiresAt) })}`}
    >
      <Button
        variant="default"
        aria-label={say('withdrawNamed', { email })}
        onClick={() => withdraw.mutate()}
        loading={withdraw.isPending}
      >
        {say('withdraw')}
      </Button>
    </NamedRow>
  );
}
