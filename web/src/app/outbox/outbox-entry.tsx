// One item that waits: what it is, why it was not sent, and what can be done about it.
import { ActionIcon, Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { memberIdempotencyDays } from '../../../../contract/limits.ts';
import { ConflictNote } from '../../pages/work-item/conflict-note.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { statusWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { EditEntry } from './edit-entry.tsx';
import { EntryContent } from './entry-content.tsx';
import { mayEdit, overwriteTheirs, retryItem } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';
import { errorOf, type OutboxItem, type Problem } from './outbox-item.ts';
import { outboxWords } from './outbox-words.ts';
import { useDiscard } from './use-discard.ts';
import './outbox.css';

export function OutboxEntry({ item }: { item: OutboxItem }): ReactNode {
  const say = useWords(outboxWords);
  const { sending } = useOutbox();
  const [isEditing, setIsEditing] = useState(false);
  const { order, problem } = item;
  const isSending = sending === order;
  const discard = useDiscard();
  return (
    <li className="outbox-entry">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
          <Text fw={600} className="outbox-name">
            {useNameOf(item)}
          </Text>
          {!isSending && !isEditing && problem?.kind !== 'conflict' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={say('discard')}
              title={say('discard')}
              onClick={() => void discard(item)}
            >
              <Icon name="trash" />
            </ActionIcon>
          )}
        </Group>
        {isEditing ? (
          <EditEntry item={item} onClose={() => setIsEditing(false)} />
        ) : (
          <>
            <EntryContent item={item} />
            {isSending && <Text size="sm">{say('sending')}</Text>}
            {problem && <ProblemNote item={item} problem={problem} />}
            {!isSending && problem && problem.kind !== 'conflict' && (
              <Group gap="xs">
                <Button mih={44} onClick={() => void retryItem(item)}>
                  {say('retry')}
                </Button>
                {mayEdit(item) && (
                  <Button mih={44} variant="default" onClick={() => setIsEditing(true)}>
                    {say('edit')}
                  </Button>
                )}
              </Group>
            )}
          </>
        )}
      </Stack>
    </li>
  );
}

function useNameOf({ title, content }: OutboxItem): string {
  const say = useWords(outboxWords);
  const sayStatus = useWords(statusWords);
  if (content.kind !== 'change') return say(content.kind, { title });
  const { status } = content.patch;
  return status ? say('move', { title, status: sayStatus(status) }) : say('change', { title });
}

function ProblemNote({ item, problem }: { item: OutboxItem; problem: Problem }): ReactNode {
  const say = useWords(outboxWords);
  const { content } = item;
  const discard = useDiscard();
  if (problem.kind === 'refused') return <ErrorNote error={errorOf(problem)} />;
  if (problem.kind === 'conflict' && content.kind === 'change') {
    return (
      <ConflictNote
        theirs={problem.theirs}
        patch={content.patch}
        isBusy={false}
        onMine={() => void overwriteTheirs(item)}
        onTheirs={() => void discard(item)}
      />
    );
  }
  return <Alert color="yellow">{say('uncertain', { days: memberIdempotencyDays })}</Alert>;
}
