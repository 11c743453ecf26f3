// An address of the app at which there is nothing.
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageTitle } from '../parts/page-title.tsx';
import { defineWords, useWords } from '../words/words.ts';

const notHereWords = defineWords('notHere', {
  title: ['There is no such page', 'Deze pagina is er niet'],
  hint: [
    'The link may be old, or was not copied as a whole.',
    'De link is misschien oud, of niet helemaal overgenomen.',
  ],
  toLeads: ['To the leads', 'Naar de aanvragen'],
});

export function Page(): ReactNode {
  const say = useWords(notHereWords);
  return (
    <>
      <PageTitle title={say('title')} />
      <Stack align="flex-start">
        <Text>{say('hint')}</Text>
        <Button component={Link} href="/leads">
          {say('toLeads')}
        </Button>
      </Stack>
    </>
  );
}
