// Loads the calendar's jobs, and reschedules them.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ListedWorkItem, ListWorkItemsQuery } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds, queries, invalidate } from '../../app/queries.ts';
import type { Plan } from '../../parts/plan-dialog.tsx';
import { addDays, startOfDay } from '../../words/wall-time.ts';
import type { Range } from './calendar-range.ts';

interface CalendarJobs {
  jobs: ListedWorkItem[];
  isMore: boolean;
}

const jobsOnPage = 200;
const pagesMax = 5;
// Jobs that started earlier and still run are found up to this long before.
const lookBackDays = 60;

const calendarKey = [kinds.workItems, 'calendar'];

export function useCalendarJobs(range: Range, timeZone: string): UseQueryResult<CalendarJobs> {
  return useQuery({
    queryKey: [...calendarKey, range.from, range.to],
    queryFn: () => readJobs(range, timeZone),
    placeholderData: keepPreviousData,
  });
}

async function readJobs({ from, to }: Range, timeZone: string): Promise<CalendarJobs> {
  const start = startOfDay(from, timeZone);
  const [within, before] = await Promise.all([
    readPlanned({ scheduledFrom: start, scheduledTo: startOfDay(to, timeZone) }),
    // Newest first, so that the page limit drops the oldest.
    readPlanned({
      scheduledFrom: startOfDay(addDays(from, -lookBackDays), timeZone),
      scheduledTo: start,
      sort: '-scheduledStart',
    }),
  ]);
  const ongoing = before.jobs.filter(({ scheduledEnd }) => scheduledEnd && scheduledEnd > start);
  return { jobs: [...ongoing.toReversed(), ...within.jobs], isMore: within.isMore };
}

async function readPlanned(query: ListWorkItemsQuery): Promise<CalendarJobs> {
  const list = client.workItems.list({
    status: ['scheduled', 'in_progress', 'completed'],
    sort: 'scheduledStart',
    limit: jobsOnPage,
    ...query,
  });
  let page = await list.page();
  const jobs = [...page.data];
  for (let read = 1; page.next && read < pagesMax; read++) {
    page = await page.next();
    jobs.push(...page.data);
  }
  return { jobs, isMore: page.next !== null };
}

export function isMovable({ status }: ListedWorkItem): boolean {
  return status === 'scheduled' || status === 'pending' || status === 'in_progress';
}

/** Optimistic update: shown immediately, rolled back when the server refuses. */
export async function planJob(job: ListedWorkItem, plan: Plan): Promise<void> {
  await queries.cancelQueries({ queryKey: calendarKey });
  const before = queries.getQueriesData<CalendarJobs>({ queryKey: calendarKey });
  const planned: ListedWorkItem = {
    ...job,
    ...plan,
    status: job.status === 'pending' ? 'scheduled' : job.status,
  };
  queries.setQueriesData<CalendarJobs>(
    { queryKey: calendarKey },
    (old) => old && { ...old, jobs: [...old.jobs.filter(({ id }) => id !== job.id), planned] },
  );
  try {
    const isNew = job.status === 'pending';
    await client.workItems.update(job.id, { ...plan, ...(isNew && { status: 'scheduled' }) });
  } catch (error) {
    for (const [key, data] of before) queries.setQueryData(key, data);
    throw error;
  } finally {
    void invalidate(kinds.workItems);
  }
}
