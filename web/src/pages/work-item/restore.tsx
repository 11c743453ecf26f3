// Restores deleted leads and jobs.
import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client.ts';
import { kinds, invalidate } from '../../app/queries.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { showError } from '../../parts/show-error.tsx';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';

const shownMs = 10_000;

interface RemovedWords {
  removed: string;
  undo: string;
  close: string;
}

export function showRemoved(id: string, { removed, undo, close }: RemovedWords): void {
  const notice = notifications.show({
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': close },
    message: (
      <Group justify="space-between">
        {removed}
        <Button
          variant="default"
          onClick={() => {
            notifications.hide(notice);
            restore(id).catch(showError);
          }}
        >
          {undo}
        </Button>
      </Group>
    ),
  });
}

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

async function restore(id: string): Promise<void> {
  await client.workItems.restore(id);
  await invalidate(kinds.workItems);
}
