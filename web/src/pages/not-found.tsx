import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageTitle } from '../parts/page-title.tsx';
import { defineWords, useWords } from '../words/words.ts';

const notFoundWords = defineWords('notFound', {
  title: ['Page not found', 'Deze pagina bestaat niet'],
  hint: [
    'The link may be out of date or incomplete.',
    'De link is misschien verouderd of niet helemaal gekopieerd.',
  ],
  toLeads: ['Go to leads', 'Naar de aanvragen'],
});

export function Page(): ReactNode {
  const say = useWords(notFoundWords);
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
