// The history of a lead or job.
import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CustomerMailKind } from '../../../../contract/notification-lists.ts';
import type { HistoryEntry, WorkItemStatus } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds } from '../../app/queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { usePeople } from '../../parts/people.ts';
import { statusWords } from '../../parts/work-item-words.ts';
import { useFormat } from '../../words/format.ts';
import { type Say, useWords } from '../../words/words.ts';
import { Folded } from './folded.tsx';
import { historyWords } from './history-words.ts';
import { itemWords } from './item-words.ts';

const entriesOnPage = 100;

export default function History({ id }: { id: string }): ReactNode {
  const say = useWords(itemWords);
  const [isOpen, setIsOpen] = useState(false);
  const pages = usePages(
    [kinds.workItems, 'history', id],
    () => client.workItems.history(id, { limit: entriesOnPage }),
    isOpen,
  );
  return (
    <Folded title={say('history')} onOpen={() => setIsOpen(true)}>
      {pages.error !== null && <ErrorNote error={pages.error} onRetry={pages.refetch} />}
      <Stack component="ol" gap="sm" className="item-history">
        {pages.data?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Stack>
      <ShowMore pages={pages} />
    </Folded>
  );
}

function Entry({ entry }: { entry: HistoryEntry }): ReactNode {
  const say = useWords(historyWords);
  const sayStatus = useWords(statusWords);
  const sayField = useWords(itemWords);
  const format = useFormat();
  const people = usePeople();
  const who =
    entry.actor === 'member'
      ? (people.data?.[entry.actorId ?? ''] ?? say('member'))
      : say(entry.actor);
  const assignee = entry.changes?.['assigneeId'];
  const nameOf = (id: unknown) => people.data?.[id as string] || say('member');
  const assigned =
    assignee &&
    (assignee.after ? say('assigned', { name: nameOf(assignee.after) }) : say('unassigned'));
  const mailed = mailedText(entry, say, format.dateAndTime);
  return (
    <li>
      <Text>{assigned ?? mailed ?? whatHappened(entry, say, sayStatus, sayField)}</Text>
      {entry.reason && <Text className="pre-wrap">{say('reason', { reason: entry.reason })}</Text>}
      <Text size="sm">
        {format.dateAndTime(entry.createdAt)} · {who}
      </Text>
    </li>
  );
}

function mailedText(
  { type, changes }: HistoryEntry,
  say: Say<keyof typeof historyWords.pairs>,
  timeText: (time: string) => string,
): string | null {
  if (type === 'work_item.customer_mail_failed') return say('mailFailed');
  if (type !== 'work_item.customer_mailed') return null;
  // Null for an erased customer.
  const mail = changes?.['customerMail']?.after as SentMail | null | undefined;
  if (mail?.kind === 'receipt') return say('receiptMailed');
  if (mail?.kind === 'report') return say('reportMailed');
  if (!mail?.scheduledStart) return say('mailed');
  const time = timeText(mail.scheduledStart);
  if (mail.kind === 'cancelled') return say('cancelledMailed', { time });
  return say(mail.kind === 'moved' ? 'movedMailed' : 'plannedMailed', { time });
}

interface SentMail {
  kind: CustomerMailKind;
  scheduledStart: string | null;
}

type FieldName = keyof typeof itemWords.pairs;

function whatHappened(
  { type, changes }: HistoryEntry,
  say: Say<keyof typeof historyWords.pairs>,
  sayStatus: Say<WorkItemStatus>,
  sayField: Say<FieldName>,
): string {
  const status = changes?.['status'];
  if (status?.before && status.after) {
    const before = sayStatus(status.before as WorkItemStatus);
    return say('moved', { before, after: sayStatus(status.after as WorkItemStatus) });
  }
  if (type === 'lead.created' || type === 'work_item.created') return say(type);
  switch (type) {
    case 'photo.added':
    case 'photo.stored':
    case 'photo.failed':
    case 'photo.removed':
      return say(type);
  }
  if (type === 'work_item.follow_up_due') return say(type);
  const fields = Object.keys(changes ?? {});
  const [only] = fields.length === 1 ? fields : [];
  if (only === 'archivedAt') return say(changes?.[only]?.after ? 'archived' : 'unarchived');
  if (only === 'deletedAt') return say(changes?.[only]?.after ? 'deleted' : 'restored');
  if (fields.length === 0) return changes ? say('detailsPurged') : say('other', { type });
  const names = fields.map((field) =>
    field in itemWords.pairs ? sayField(field as FieldName).toLowerCase() : field,
  );
  return say('updated', { fields: names.join(', ') });
}
