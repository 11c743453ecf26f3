// Converts between jobs, which have instants, and the grid's events, which have local times.
import type { ScheduleEventData } from '@mantine/schedule';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { Plan } from '../../parts/plan-dialog.tsx';
import { statusColors } from '../../parts/status-badge.tsx';
import {
  addDays,
  addMinutes,
  dayOf,
  lastDayOf,
  momentOf,
  wallTimeOf,
} from '../../words/wall-time.ts';

const shownMinutesMin = 30;
const shownMinutesWithoutEnd = 60;

type GridEvent = ScheduleEventData & { start: string; end: string };

export function eventOf(job: ListedWorkItem, timeZone: string): GridEvent {
  const start = wallTimeOf(job.scheduledStart!, timeZone);
  const end = job.scheduledEnd ? wallTimeOf(job.scheduledEnd, timeZone) : '';
  const shortest = seconds(addMinutes(start, end ? shownMinutesMin : shownMinutesWithoutEnd));
  const shownEnd = end > shortest ? end : shortest;
  // The minimum height must not stretch a job past midnight, into a second day.
  const isClipped = !isOfSeveralDays(job, timeZone) && shownEnd > midnightAfter(start);
  return {
    id: job.id,
    title: job.title,
    start,
    end: isClipped ? midnightAfter(start) : shownEnd,
    color: statusColors[job.status],
    payload: { job },
  };
}

/** Whether the grid shows the event in its all-day row. */
export function isInRow({ start, end }: GridEvent): boolean {
  const isWholeDay = start.endsWith(' 00:00:00') && end >= `${start.slice(0, 10)} 23:59:59`;
  return isWholeDay || end > midnightAfter(start);
}

export function isOfSeveralDays(job: ListedWorkItem, timeZone: string): boolean {
  const { scheduledStart, scheduledEnd } = job;
  if (!scheduledStart) return false;
  return dayOf(scheduledStart, timeZone) !== lastDayOf(scheduledStart, scheduledEnd, timeZone);
}

export function jobOf(event: ScheduleEventData): ListedWorkItem {
  return (event.payload as { job: ListedWorkItem }).job;
}

/** Keeps the duration. */
export function movedPlan(job: ListedWorkItem, newStart: string, timeZone: string): Plan {
  const { scheduledStart, scheduledEnd } = job;
  // Dropped on a day of the month view: keep the time of day.
  const hour = newStart.endsWith(' 00:00:00')
    ? wallTimeOf(scheduledStart!, timeZone).slice(10)
    : '';
  const start = momentOf(hour ? newStart.slice(0, 10) + hour : newStart, timeZone);
  if (!scheduledEnd) return { scheduledStart: start, scheduledEnd: null };
  const lengthMs = Date.parse(scheduledEnd) - Date.parse(scheduledStart!);
  const end = new Date(Date.parse(start) + lengthMs).toISOString();
  return { scheduledStart: start, scheduledEnd: end };
}

export function plannedPlan(start: string, end: string, timeZone: string): Plan {
  return { scheduledStart: momentOf(start, timeZone), scheduledEnd: momentOf(end, timeZone) };
}

function midnightAfter(wallTime: string): string {
  return `${addDays(wallTime.slice(0, 10), 1)} 00:00:00`;
}

function seconds(wallTime: string): string {
  return `${wallTime.replace('T', ' ')}:00`;
}
