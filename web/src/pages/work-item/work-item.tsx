// The page of a lead or job: both are work items, told apart by status.
import { Alert, Group, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useLayoutEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { phaseOf } from '../../../../contract/work-item-moves.ts';
import { NotFoundError, type WorkItem } from '../../../../sdk/src/index.ts';
import { useOutbox, withWaitingChanges } from '../../app/outbox/use-outbox.ts';
import { outboxWords } from '../../app/outbox/outbox-words.ts';
import { AssigneeSelect } from '../../parts/assignee-select.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { FollowUpMenu } from '../../parts/follow-up-menu.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { PriorityBadge, StatusBadge } from '../../parts/status-badge.tsx';
import { useAssign } from '../../parts/use-assign.ts';
import { useFormat } from '../../words/format.ts';
import { periodText } from '../../words/period.ts';
import { useWords } from '../../words/words.ts';
import { Completion } from './completion.tsx';
import { CustomerCard } from './customer-card.tsx';
import { Details } from './details.tsx';
import { type ReadItem, useItem } from './item-data.ts';
import { itemWords } from './item-words.ts';
import { Moves } from './moves.tsx';
import { Notes } from './notes.tsx';
import { Photos } from './photos.tsx';
import { Section } from './section.tsx';
import './work-item.css';

const History = lazy(() => import('./history.tsx'));
const Submission = lazy(() => import('./submission.tsx'));
const NotThere = lazy(() => import('./restore.tsx'));
const ItemMenu = lazy(() => import('./item-menu.tsx'));

export function Page(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const query = useItem(id);
  if (query.error instanceof NotFoundError) {
    return (
      <Suspense>
        <NotThere id={id} error={query.error} />
      </Suspense>
    );
  }
  return <Loaded query={query}>{(read) => <ItemPage key={id} read={read} />}</Loaded>;
}

function ItemPage({ read: stored }: { read: ReadItem }): ReactNode {
  const { item, isChanged } = withWaitingChanges(useOutbox(), stored.item);
  const read = { ...stored, item };
  const say = useWords(itemWords);
  const sayOutbox = useWords(outboxWords);
  const format = useFormat();
  const assign = useAssign();
  const [address, go] = useLocation();
  const list = phaseOf(item.status) === 'lead' ? 'leads' : 'jobs';
  const isRight = address.startsWith(`/${list}/`);
  // The page keeps its state, including half-typed text: see nameOfPage in app/pages.tsx.
  useLayoutEffect(() => {
    if (!isRight) go(`/${list}/${item.id}`, { replace: true });
  }, [isRight, list, item.id, go]);

  return (
    <>
      <BackLink href={`/${list}`}>{say(list)}</BackLink>
      <PageTitle title={item.title} />
      <Group justify="space-between" wrap="nowrap" mb="md">
        <Group gap="xs">
          <StatusBadge status={item.status} />
          <PriorityBadge priority={item.priority} />
          {isChanged && <Text size="sm">{sayOutbox('waiting')}</Text>}
          {item.scheduledStart && (
            <span className="item-planned">
              <Icon name="clock" size={16} />
              {periodText(format, item.scheduledStart, item.scheduledEnd)}
            </span>
          )}
        </Group>
        <Suspense>
          <ItemMenu read={read} />
        </Suspense>
      </Group>
      {item.archivedAt && (
        <Alert mb="md" color="gray">
          {say('isArchived')}
        </Alert>
      )}
      <Moves read={read} />
      <div className="item-columns">
        <Stack className="item-what">
          <Section title={say('description')}>
            <p className="pre-wrap item-text">{item.description || say('noDescription')}</p>
          </Section>
          <Photos item={item} />
        </Stack>
        <Stack className="item-side">
          <Group align="flex-end" gap="sm">
            <AssigneeSelect
              assigneeId={item.assigneeId}
              onAssign={(assigneeId) => void assign(item, assigneeId)}
            />
            <FollowUpMenu item={item} />
          </Group>
          <CustomerCard item={item} />
        </Stack>
        <Stack>
          <Notes read={read} />
          {hasCompletion(item) && <Completion item={item} />}
          <Details read={read} />
          <Suspense>
            <Submission id={item.id} />
            <History id={item.id} />
          </Suspense>
        </Stack>
      </div>
    </>
  );
}

function hasCompletion(item: WorkItem): boolean {
  const { status, completionNotes, customerSignature, hoursWorked, materials } = item;
  return [status === 'completed', completionNotes, customerSignature, hoursWorked, materials].some(
    Boolean,
  );
}
