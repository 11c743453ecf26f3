// Restores deleted leads and jobs.
import { Button, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client.ts';
import { kinds, invalidate } from '../../app/queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';

/** Shown for a 404: the item may have been deleted. */
export default function NotThere({ id, error }: { id: string; error: unknown }): ReactNode {
  const say = useWords(itemWords);
  const [failure, setFailure] = useState<unknown>(null);
  const [address] = useLocation();
  const list = address.startsWith('/jobs/') ? 'jobs' : 'leads';
  return (
    <>
      <BackLink href={`/${list}`}>{say(list)}</BackLink>
      <PageTitle title={say('notFound')} />
      <Stack align="flex-start">
        <ErrorNote
          error={failure ?? error}
          known={{ 404: say(failure ? 'notRestored' : 'notFoundHint') }}
        />
        <Button variant="default" onClick={() => void restore(id).catch(setFailure)}>
          {say('restore')}
        </Button>
      </Stack>
    </>
  );
}

export async function restore(id: string): Promise<void> {
  await client.workItems.restore(id);
  await invalidate(kinds.workItems);
}
