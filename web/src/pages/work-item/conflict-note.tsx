// An edit conflict: shows the other person's version, and a choice between the two.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { WorkItem, WorkItemPatch } from '../../../../sdk/src/index.ts';
import { assigneeWords } from '../../parts/assignee-words.ts';
import { usePeople } from '../../parts/people.ts';
import { priorityWords, statusWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { useMoney } from '../../words/money.ts';
import { useWords } from '../../words/words.ts';
import { itemWords } from './item-words.ts';

type Field = keyof typeof itemWords.pairs & keyof WorkItem;

interface ConflictNoteProps {
  theirs: WorkItem;
  /** Changes while the form is edited. */
  patch: WorkItemPatch;
  isBusy: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

export function ConflictNote(props: ConflictNoteProps): ReactNode {
  const say = useWords(itemWords);
  const sayPriority = useWords(priorityWords);
  const sayStatus = useWords(statusWords);
  const sayAssignee = useWords(assigneeWords);
  const { data: names = {} } = usePeople();
  const format = useFormat();
  const money = useMoney();
  const { theirs, patch, isBusy, onMine, onTheirs } = props;
  const note = useRef<HTMLDivElement>(null);
  // It may be off-screen below a long form.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'end' });
  }, []);
  const textOf = (field: Field): string => {
    const value = theirs[field];
    if (field === 'assigneeId') {
      const { assigneeId } = theirs;
      return assigneeId ? names[assigneeId] || sayAssignee('nameless') : sayAssignee('nobody');
    }
    if (value === null || value === undefined) return '';
    if (field === 'status') return sayStatus(theirs.status);
    if (timeFields.has(field)) return format.dateAndTime(String(value));
    if (field === 'priority') return sayPriority(theirs.priority);
    if (typeof value === 'number') return money(value);
    return Array.isArray(value) ? value.join(', ') : String(value);
  };
  return (
    <Alert ref={note} color="yellow" title={say('conflict')} role="alert">
      <Stack gap="xs">
        <Text size="sm">{say('conflictHint')}</Text>
        <dl className="item-facts">
          {shownOf(patch).map((field) => (
            <div key={field}>
              <dt>{say(field)}</dt>
              <dd className="pre-wrap">{textOf(field) || say('empty')}</dd>
            </div>
          ))}
        </dl>
        <Group gap="xs">
          <Button variant="default" onClick={onTheirs}>
            {say('theirs')}
          </Button>
          <Button loading={isBusy} onClick={onMine}>
            {say('mine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

const timeFields = new Set<Field>(['scheduledStart', 'scheduledEnd', 'followUpAt']);

/** Not the drawing of a signature, nor the reason of a move. */
function shownOf(patch: WorkItemPatch): Field[] {
  const fields = Object.keys(patch) as Field[];
  return fields.filter((field) => field in itemWords.pairs && field !== 'customerSignature');
}
