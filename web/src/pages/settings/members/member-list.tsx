import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { app } from '../../../api/client.ts';
import type { Role } from '../../../api/session.ts';
import { queries } from '../../../app/queries.ts';
import { useMember } from '../../../app/session.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { showDone, showError } from '../../../parts/show-error.tsx';
import { useFormat } from '../../../words/format.ts';
import { useWords } from '../../../words/words.ts';
import { Section } from '../section.tsx';
import { type Member, membersKey, roles } from './member.ts';
import { membersWords } from './members-words.ts';

const EndAccess = lazy(() => import('./end-access.tsx'));

export function MemberList(): ReactNode {
  const say = useWords(membersWords);
  const members = useQuery({
    queryKey: membersKey,
    queryFn: async () => (await app.get<{ data: Member[] }>('/members')).data,
  });
  return (
    <Section title={say('team')}>
      <Loaded query={members}>
        {(found) => (
          <Stack gap="md">
            {found.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function MemberRow({ member }: { member: Member }): ReactNode {
  const say = useWords(membersWords);
  const format = useFormat();
  const { account } = useMember();
  const [ending, setEnding] = useState<'remove' | 'demote' | null>(null);
  const { id, email, role, lastSeenAt, isEmailProven } = member;
  const name = member.name || email;
  const isMe = id === account.id;
  const changeRole = useMutation({
    mutationFn: (wanted: Role) => app.change('PATCH', `/members/${id}`, { role: wanted }),
    onSuccess: async (_, wanted) => {
      await queries.invalidateQueries({ queryKey: membersKey });
      showDone(say('changed', { name, role: say(wanted) }));
    },
    onError: (error) => showError(error),
  });
  return (
    <Group justify="space-between" align="center">
      <div className="settings-wrap">
        <Text fw={600}>
          {name}
          {isMe && ` (${say('you')})`}
        </Text>
        <Text size="sm">
          {email}
          {!isEmailProven && ` · ${say('unproven')}`}
        </Text>
        <Text size="sm">
          {lastSeenAt ? say('seen', { ago: format.ago(lastSeenAt) }) : say('neverSeen')}
        </Text>
      </div>
      {isMe ? (
        <Text>{say(role)}</Text>
      ) : (
        <Group gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label={say('roleOf', { name })}
            value={changeRole.isPending ? changeRole.variables : role}
            onChange={(event) => {
              const wanted = event.currentTarget.value as Role;
              if (wanted === 'owner') changeRole.mutate(wanted);
              else setEnding('demote');
            }}
            data={roles.map((one) => ({ value: one, label: say(one) }))}
          />
          <Button
            variant="default"
            aria-label={say('removeNamed', { name })}
            onClick={() => setEnding('remove')}
          >
            {say('remove')}
          </Button>
        </Group>
      )}
      <Suspense>
        {ending && <EndAccess member={member} how={ending} onClose={() => setEnding(null)} />}
      </Suspense>
    </Group>
  );
}
