// The planned jobs of some days.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ListedWorkItem, ListWorkItemsQuery } from '../../../sdk/src/index.ts';
import { client } from '../api/client.ts';
import { kinds } from '../app/queries.ts';
import { addDays, startOfDay } from '../words/wall-time.ts';
import type { DayRange } from './plan-times.ts';

export interface PlannedJobs {
  jobs: ListedWorkItem[];
  isMore: boolean;
}

const jobsOnPage = 200;
const pagesMax = 5;
// Jobs that started earlier and still run are found up to this long before.
const lookBackDaysMax = 60;

export const plannedKey = [kinds.workItems, 'calendar'];

/** Null loads nothing. */
export function usePlannedJobs(
  range: DayRange | null,
  timeZone: string,
  lookBackDays = lookBackDaysMax,
): UseQueryResult<PlannedJobs> {
  return useQuery({
    queryKey: [...plannedKey, range?.from, range?.to, lookBackDays],
    queryFn: () => readJobs(range!, timeZone, lookBackDays),
    enabled: range !== null,
    placeholderData: keepPreviousData,
  });
}

async function readJobs(
  { from, to }: DayRange,
  timeZone: string,
  lookBackDays: number,
): Promise<PlannedJobs> {
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

async function readPlanned(query: ListWorkItemsQuery): Promise<PlannedJobs> {
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
