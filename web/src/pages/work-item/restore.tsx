// What was deleted can be brought back for some time.
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client } from '../../api/client.ts';
import { kinds, readAgain } from '../../app/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Icon } from '../../parts/icon.tsx';
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

/** The page of something that is not there: it may have been deleted. */
export default function NotThere({ id, error }: { id: string; error: unknown }): ReactNode {
  const say = useWords(itemWords);
  const [failure, setFailure] = useState<unknown>(null);
  const [address] = useLocation();
  const list = address.startsWith('/jobs/') ? 'jobs' : 'leads';
  return (
    <>
      <Anchor component={Link} href={`/${list}`} className="tall-link">
        <Icon name="left" size={16} /> {say(list)}
      </Anchor>
      <PageTitle title={say('notThere')} />
      <Stack align="flex-start">
        <ErrorNote
          error={failure ?? error}
          known={{ 404: say(failure ? 'notRestored' : 'notThereHint') }}
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
  await readAgain(kinds.workItems);
}
