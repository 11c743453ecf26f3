// The list of what waits to be sent.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { useOutboxItems } from './use-outbox.ts';
import { OutboxEntry } from './outbox-entry.tsx';
import { outboxWords } from './outbox-words.ts';
import { sendOutbox } from './send-outbox.ts';

export default function OutboxDialog({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(outboxWords);
  const items = useOutboxItems();
  return (
    <Dialog onClose={onClose} title={say('title')} size="lg">
      <Stack>
        <Text size="sm" role="status">
          {say(items.length > 0 ? 'explained' : 'nothing')}
        </Text>
        <ol className="outbox-list">
          {items.map((item) => (
            <OutboxEntry key={item.order} item={item} />
          ))}
        </ol>
        {items.length > 0 && (
          <Group justify="flex-end">
            <Button mih={44} onClick={() => void sendOutbox()}>
              {say('sendNow')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}
