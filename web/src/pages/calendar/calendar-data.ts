// The jobs of a calendar, and how they move on it.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ListedWorkItem, ListWorkItemsQuery } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { kinds, queries, readAgain } from '../../app/queries.ts';
import type { Plan } from '../../parts/plan-dialog.tsx';
import { addDays, startOfDay } from '../../words/wall-time.ts';
import type { Range } from './calendar-range.ts';

interface CalendarJobs {
  jobs: ListedWorkItem[];
  isMore: boolean;
}

const jobsOnPage = 200;
const pagesMax = 5;
// Work that began this long before still shows when it goes on.
const daysBefore = 60;

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
    // The newest first, so that many that are over do not hide one that goes on.
    readPlanned({
      scheduledFrom: startOfDay(addDays(from, -daysBefore), timeZone),
      scheduledTo: start,
      sort: '-scheduledStart',
    }),
  ]);
  const goingOn = before.jobs.filter(({ scheduledEnd }) => scheduledEnd && scheduledEnd > start);
  return { jobs: [...goingOn.toReversed(), ...within.jobs], isMore: within.isMore };
}

async function readPlanned(asked: ListWorkItemsQuery): Promise<CalendarJobs> {
  const list = client.workItems.list({
    status: ['scheduled', 'in_progress', 'completed'],
    sort: 'scheduledStart',
    limit: jobsOnPage,
    ...asked,
  });
  let page = await list.page();
  const jobs = [...page.data];
  for (let read = 1; page.next && read < pagesMax; read++) {
    page = await page.next();
    jobs.push(...page.data);
  }
  return { jobs, isMore: page.next !== null };
}

/** Whether its time can still be changed. */
export function isMovable({ status }: ListedWorkItem): boolean {
  return status === 'scheduled' || status === 'pending' || status === 'in_progress';
}

/** Shown at its new place at once; back at the old one when the service refuses. */
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
    void readAgain(kinds.workItems);
  }
}
