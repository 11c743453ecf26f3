// One item that waits: what it is, why it was not sent, and what can be done about it.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConflictNote } from '../../pages/work-item/conflict-note.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { fieldLabel } from '../../parts/field-rules.ts';
import { statusWords } from '../../parts/work-item-words.ts';
import { useWords } from '../../words/words.ts';
import { EditEntry } from './edit-entry.tsx';
import { mayEdit, overwriteTheirs, retryItem } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';
import { errorOf, type OutboxItem, type Problem, textsOf } from './outbox-item.ts';
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
        <Text fw={600}>{useNameOf(item)}</Text>
        {isEditing ? (
          <EditEntry item={item} onClose={() => setIsEditing(false)} />
        ) : (
          <>
            <Texts item={item} />
            {problem ? (
              <ProblemNote item={item} problem={problem} />
            ) : (
              <Text size="sm">{say(isSending ? 'sending' : 'waiting')}</Text>
            )}
            {!isSending && problem?.kind !== 'conflict' && (
              <Group gap="xs">
                {problem && (
                  <>
                    <Button mih={44} onClick={() => void retryItem(item)}>
                      {say('retry')}
                    </Button>
                    {mayEdit(item) && (
                      <Button mih={44} variant="default" onClick={() => setIsEditing(true)}>
                        {say('edit')}
                      </Button>
                    )}
                  </>
                )}
                <Button mih={44} variant="default" onClick={() => void discard(item)}>
                  {say('discard')}
                </Button>
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

function Texts({ item: { content } }: { item: OutboxItem }): ReactNode {
  if (content.kind === 'photo') return <Text size="sm">{content.file.name}</Text>;
  return Object.entries(textsOf(content)).map(
    ([name, text]) =>
      text && (
        <Text key={name} size="sm" className="pre-wrap outbox-text">
          {content.kind === 'note' ? text : `${fieldLabel(name) ?? name}: ${text}`}
        </Text>
      ),
  );
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
  return <Alert color="yellow">{say('uncertain')}</Alert>;
}
