// Members and invitations.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../../../parts/page-title.tsx';
import { useWords } from '../../../words/words.ts';
import { InviteForm } from './invite-form.tsx';
import { MemberList } from './member-list.tsx';
import { membersWords } from './members-words.ts';
import { OpenInvitations } from './open-invitations.tsx';

export default function Members(): ReactNode {
  const say = useWords(membersWords);
  return (
    <>
      <PageTitle title={say('title')} />
      <Stack>
        <Text>{say('hint')}</Text>
        <MemberList />
        <InviteForm />
        <OpenInvitations />
      </Stack>
    </>
  );
}
