// Says that something waits to be sent, and opens the list. Hidden while everything is sent at once.
import { Alert, Button, Group, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useWords } from '../../words/words.ts';
import { isStored } from './outbox-store.ts';
import { setOutbox } from './outbox-state.ts';
import { useOutbox, useOutboxItems } from './use-outbox.ts';
import { outboxWords } from './outbox-words.ts';

const OutboxDialog = lazy(() => import('./outbox-dialog.tsx'));

export default function OutboxBar(): ReactNode {
  const say = useWords(outboxWords);
  const { isBehind, isListOpen } = useOutbox();
  const items = useOutboxItems();
  const problems = items.filter(({ problem }) => problem !== null).length;
  const waiting = items.length - problems;
  return (
    <>
      {(problems > 0 || (isBehind && waiting > 0)) && (
        <Alert color={problems > 0 ? 'red' : 'yellow'} mb="md" p="xs" role="status">
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <span>
              {[
                problems > 0 && say('problems', { count: problems }),
                waiting > 0 && say('count', { count: waiting }),
              ]
                .filter(Boolean)
                .join(' · ')}
              {!items.every(isStored) && <Text size="sm">{say('unstored')}</Text>}
            </span>
            <Button
              variant="default"
              mih={44}
              flex="none"
              onClick={() => setOutbox({ isListOpen: true })}
            >
              {say('show')}
            </Button>
          </Group>
        </Alert>
      )}
      {isListOpen && (
        <Suspense>
          <OutboxDialog onClose={() => setOutbox({ isListOpen: false })} />
        </Suspense>
      )}
    </>
  );
}
