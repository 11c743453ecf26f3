// The lists on the jobs page, and their API queries.
import type { ListWorkItemsQuery, Priority } from '../../../../sdk/src/index.ts';
import { remembered } from '../../parts/remembered.ts';
import { assigneeOf, type Whose } from '../../parts/whose-work.ts';
import { addDays, dayOf, startOfDay } from '../../words/wall-time.ts';

export const views = ['open', 'completed', 'cancelled', 'archived'] as const;
type View = (typeof views)[number];

export function isView(text: string): text is View {
  return (views as readonly string[]).includes(text);
}

/** Usually each list has an order of its own. */
export const jobOrder = remembered('job-order', [
  'usual',
  'scheduledStart',
  '-scheduledStart',
  '-urgency',
  'urgency',
  '-updatedAt',
  'updatedAt',
]);
type JobOrder = (typeof jobOrder.values)[number];

export interface JobFilter {
  view: View;
  q: string;
  priority: Priority | null;
  whose: Whose;
}

export type SectionName =
  | 'busy'
  | 'overdue'
  | 'today'
  | 'coming'
  | 'unplanned'
  | Exclude<View, 'open'>;

export interface JobList {
  name: SectionName;
  query: ListWorkItemsQuery;
}

const jobsOnPage = 25;

export function listsOf(
  filter: JobFilter,
  order: JobOrder,
  now: number,
  timeZone: string,
): JobList[] {
  const lists = usualLists(filter, now, timeZone);
  if (order === 'usual') return lists;
  return lists.map(({ name, query }) => ({ name, query: { ...query, sort: order } }));
}

/** Most urgent first. */
function usualLists(
  { view, q, priority, whose }: JobFilter,
  now: number,
  timeZone: string,
): JobList[] {
  const common = {
    limit: jobsOnPage,
    ...(q && { q }),
    ...(priority && { priority }),
    ...assigneeOf(whose),
  };
  if (view === 'archived') return [{ name: view, query: { ...common, archived: 'only' } }];
  if (view !== 'open') {
    return [{ name: view, query: { ...common, status: view, sort: '-updatedAt' } }];
  }
  const today = dayOf(now, timeZone);
  const todayStart = startOfDay(today, timeZone);
  const todayEnd = startOfDay(addDays(today, 1), timeZone);
  const planned = { ...common, status: 'scheduled', sort: 'scheduledStart' } as const;
  return [
    { name: 'busy', query: { ...common, status: 'in_progress' } },
    { name: 'overdue', query: { ...planned, scheduledTo: todayStart } },
    { name: 'today', query: { ...planned, scheduledFrom: todayStart, scheduledTo: todayEnd } },
    { name: 'coming', query: { ...planned, scheduledFrom: todayEnd } },
    { name: 'unplanned', query: { ...common, status: 'pending', sort: '-priority' } },
  ];
}
