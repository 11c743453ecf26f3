// What is due today: follow-ups, also overdue ones, and the jobs of the day.
import { Button, Stack, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { phaseOf } from '../../../../contract/work-item-moves.ts';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { useAsChanged } from '../../app/outbox/use-outbox.ts';
import { kinds } from '../../app/queries.ts';
import { AssigneeFace } from '../../parts/assignee-face.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NothingOfMine } from '../../parts/nothing-of-mine.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { type Pages, usePages } from '../../parts/pages.ts';
import { ShowMore } from '../../parts/show-more.tsx';
import { showError } from '../../parts/show-error.tsx';
import { PriorityBadge } from '../../parts/status-badge.tsx';
import { useFollowUp } from '../../parts/use-follow-up.ts';
import { assigneeOf, useWhose, type Whose } from '../../parts/whose-work.ts';
import { WhoseSwitch } from '../../parts/whose-switch.tsx';
import { type Format, useFormat } from '../../words/format.ts';
import { periodText } from '../../words/period.ts';
import { useMinute } from '../../words/use-minute.ts';
import { addDays, dayOf, startOfDay } from '../../words/wall-time.ts';
import { useWords } from '../../words/words.ts';
import { WaitingMark } from '../../parts/waiting-mark.tsx';
import { todayWords } from './today-words.ts';
import './today.css';

const rowsOnPage = 50;

export function Page(): ReactNode {
  const say = useWords(todayWords);
  const { timeZone } = useFormat();
  const [whose] = useWhose();
  useMinute();
  const today = dayOf(Date.now(), timeZone);
  return (
    <>
      <PageTitle title={say('title')}>
        <WhoseSwitch />
      </PageTitle>
      {/* Keyed by day: a page that stays open shows the next day's after midnight. */}
      <Lists key={today} today={today} whose={whose} />
    </>
  );
}

function Lists({ today, whose }: { today: string; whose: Whose }): ReactNode {
  const say = useWords(todayWords);
  const { timeZone } = useFormat();
  const from = startOfDay(today, timeZone);
  const to = startOfDay(addDays(today, 1), timeZone);
  const common = { limit: rowsOnPage, ...assigneeOf(whose) };
  const followUps = { ...common, followUpBefore: to };
  const openLeads = ['request', 'contacted', 'quote_sent', 'inspection'] as const;
  const openJobs = ['pending', 'scheduled', 'in_progress'] as const;
  const leads = usePages([kinds.workItems, 'today', 'leads', followUps], () =>
    client.leads.list({ ...followUps, status: [...openLeads] }),
  );
  const jobs = usePages([kinds.workItems, 'today', 'jobs', followUps], () =>
    client.workItems.list({ ...followUps, status: [...openJobs] }),
  );
  const busy = usePages([kinds.workItems, 'today', 'busy', common], () =>
    client.workItems.list({ ...common, status: 'in_progress' }),
  );
  const range = { ...common, scheduledFrom: from, scheduledTo: to };
  const planned = usePages([kinds.workItems, 'today', 'planned', range], () =>
    client.workItems.list({ ...range, status: 'scheduled', sort: 'scheduledStart' }),
  );
  const all = [leads, jobs, busy, planned];
  const failed = all.find(({ error, data }) => error !== null && !data);
  if (failed) return <ErrorNote error={failed.error} onRetry={failed.refetch} />;
  const unread = all.find(({ data }) => !data);
  if (unread) return <Loaded query={unread}>{() => null}</Loaded>;
  if (all.every(({ data }) => data!.length === 0)) {
    return whose === 'mine' ? <NothingOfMine /> : <Nothing />;
  }
  return (
    <Stack gap="lg">
      <Section name={say('followUps')} pages={[leads, jobs]} order={byFollowUp} Row={FollowUpRow} />
      <Section name={say('busy')} pages={[busy]} Row={JobRow} />
      <Section name={say('planned')} pages={[planned]} Row={JobRow} />
    </Stack>
  );
}

function Nothing(): ReactNode {
  const say = useWords(todayWords);
  return (
    <EmptyState
      icon="check"
      title={say('empty')}
      hint={say('emptyHint')}
      action={
        <Button variant="default" component={Link} href="/leads">
          {say('toLeads')}
        </Button>
      }
    />
  );
}

function byFollowUp(one: ListedWorkItem, other: ListedWorkItem): number {
  return one.followUpAt! < other.followUpAt! ? -1 : 1;
}

interface RowProps {
  item: ListedWorkItem;
}

interface SectionProps {
  name: string;
  pages: Pages<ListedWorkItem>[];
  order?: (one: ListedWorkItem, other: ListedWorkItem) => number;
  Row: (props: RowProps) => ReactNode;
}

function Section({ name, pages, order, Row }: SectionProps): ReactNode {
  const items = pages.flatMap(({ data }) => data ?? []);
  if (order) items.sort(order);
  if (items.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {name}
      </Title>
      <ul className="today-list">
        {items.map((item) => (
          <li key={item.id} className="today-row">
            <Row item={item} />
          </li>
        ))}
      </ul>
      {pages.map((one, index) => (
        <ShowMore key={index} pages={one} label={name} isAutomatic />
      ))}
    </section>
  );
}

function FollowUpRow({ item }: RowProps): ReactNode {
  const say = useWords(todayWords);
  const format = useFormat();
  const setFollowUp = useFollowUp();
  useMinute();
  const [isBusy, setIsBusy] = useState(false);
  const clear = async () => {
    setIsBusy(true);
    await setFollowUp(item, null).catch(showError);
    setIsBusy(false);
  };
  return (
    <>
      <Facts item={item} when={whenOf(item.followUpAt!, format)} isDue={isPast(item.followUpAt!)} />
      <Button
        variant="default"
        mih={44}
        loading={isBusy}
        aria-label={say('doneOne', { title: item.title })}
        onClick={() => void clear()}
      >
        {say('done')}
      </Button>
    </>
  );
}

function whenOf(moment: string, format: Format): string {
  const isToday = dayOf(moment, format.timeZone) === dayOf(Date.now(), format.timeZone);
  return isToday ? format.timeOfDay(moment) : format.dateAndTime(moment);
}

function isPast(moment: string): boolean {
  return Date.parse(moment) <= Date.now();
}

function JobRow({ item: stored }: RowProps): ReactNode {
  const item = useAsChanged(stored);
  const format = useFormat();
  const { scheduledStart, scheduledEnd } = item;
  const when = scheduledStart ? periodText(format, scheduledStart, scheduledEnd) : '';
  return <Facts item={item} when={when} />;
}

function Facts(props: RowProps & { when: string; isDue?: boolean }): ReactNode {
  const { when, isDue } = props;
  const item = useAsChanged(props.item);
  const { id, title, customer, address, status, priority, assigneeId } = item;
  const street = [address?.street, address?.streetNumber].filter(Boolean).join(' ');
  const place = [street, address?.city].filter(Boolean).join(', ');
  const list = phaseOf(status) === 'lead' ? 'leads' : 'jobs';
  return (
    <Link href={`/${list}/${id}`} className="today-link">
      <span className="today-main">
        <strong>{title}</strong>
        <span>{[customer.name, place].filter(Boolean).join(' · ')}</span>
        <WaitingMark id={id} />
      </span>
      <span className="today-when" data-due={isDue || undefined}>
        {when}
      </span>
      <PriorityBadge priority={priority} />
      <AssigneeFace assigneeId={assigneeId} />
    </Link>
  );
}
