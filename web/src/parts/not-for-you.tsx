// Shown instead of a page that this member's role has no access to.
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMember } from '../app/session.ts';
import { defineWords, useWords } from '../words/words.ts';
import { PageTitle } from './page-title.tsx';

const notForYouWords = defineWords('notForYou', {
  title: ['This page is for owners', 'Deze pagina is voor eigenaren'],
  hint: [
    'You are a member of {brand}. Do you need this page? Ask an owner to change your role.',
    'Je bent medewerker bij {brand}. Heb je deze pagina nodig? Vraag een eigenaar om je rol te wijzigen.',
  ],
  toLeads: ['Go to leads', 'Naar de aanvragen'],
});

export function NotForYou(): ReactNode {
  const say = useWords(notForYouWords);
  const { brand } = useMember();
  return (
    <>
      <PageTitle title={say('title')} />
      <Stack align="flex-start">
        <Text>{say('hint', { brand: brand.name })}</Text>
        <Button component={Link} href="/leads">
          {say('toLeads')}
        </Button>
      </Stack>
    </>
  );
}
