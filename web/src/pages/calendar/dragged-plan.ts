// Where a dragged job would land. It keeps the point at which it was grabbed, and its duration.
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { Plan } from '../../parts/plan-times.ts';
import { momentOf } from '../../words/wall-time.ts';
import { localMinutes, minutesAtStartOf, minutesInDay, wallTimeAt } from './job-span.ts';

/** A point of the calendar: a day, and the time if there are hours. */
export interface CalendarPoint {
  day: string;
  minutes: number | null;
}

export const snapMinutes = 15;
const firstMinutes = 8 * 60;
const usualMinutes = 120;

/** Null where it already is. `grabbed` is the point where it was picked up. */
export function movedPlan(
  job: ListedWorkItem,
  grabbed: CalendarPoint,
  to: CalendarPoint,
  timeZone: string,
): Plan | null {
  const { scheduledStart, scheduledEnd } = job;
  if (!scheduledStart) return null;
  const before = localMinutes(scheduledStart, timeZone);
  const after = movedStart(before, grabbed, to);
  if (after === before) return null;
  const start = momentOf(wallTimeAt(after), timeZone);
  if (!scheduledEnd) return { scheduledStart: start, scheduledEnd: null };
  const lengthMs = Date.parse(scheduledEnd) - Date.parse(scheduledStart);
  const scheduledEndThere = new Date(Date.parse(start) + lengthMs).toISOString();
  return { scheduledStart: start, scheduledEnd: scheduledEndThere };
}

function movedStart(before: number, grabbed: CalendarPoint, to: CalendarPoint): number {
  const from = minutesAtStartOf(grabbed.day);
  const there = minutesAtStartOf(to.day);
  const onSameTime = before + there - from;
  // The month view and the row above the hours have days only.
  if (grabbed.minutes === null || to.minutes === null) return onSameTime;
  const wanted = onSameTime + to.minutes - grabbed.minutes;
  // Moved sideways only: a job at 10:07 stays at 10:07.
  if (Math.abs(wanted - onSameTime) < snapMinutes / 2) return onSameTime;
  const snapped = Math.round(wanted / snapMinutes) * snapMinutes;
  // A job that begins on the day where it was grabbed, begins on the day where it is dropped.
  const last = there + minutesInDay - snapMinutes;
  return before >= from ? Math.min(Math.max(snapped, there), last) : snapped;
}

/** A job without a time begins where the pointer is. */
export function newPlan({ day, minutes }: CalendarPoint, timeZone: string): Plan {
  const start = minutesAtStartOf(day) + (minutes === null ? firstMinutes : snapped(minutes));
  return {
    scheduledStart: momentOf(wallTimeAt(start), timeZone),
    scheduledEnd: momentOf(wallTimeAt(start + usualMinutes), timeZone),
  };
}

export type Edge = 'start' | 'end';

/** Dragged by its start or its end; at least a quarter of an hour remains. */
export function resizedPlan(
  { scheduledStart, scheduledEnd }: ListedWorkItem,
  edge: Edge,
  { day, minutes }: CalendarPoint,
  timeZone: string,
): Plan {
  const there = minutesAtStartOf(day) + Math.round(minutes! / snapMinutes) * snapMinutes;
  const moment = Date.parse(momentOf(wallTimeAt(there), timeZone));
  const leastMs = snapMinutes * 60_000;
  if (edge === 'start') {
    const last = Date.parse(scheduledEnd!) - leastMs;
    const start = new Date(Math.min(moment, last)).toISOString();
    return { scheduledStart: start, scheduledEnd };
  }
  const first = Date.parse(scheduledStart!) + leastMs;
  const end = new Date(Math.max(moment, first)).toISOString();
  return { scheduledStart: scheduledStart!, scheduledEnd: end };
}

/** The free time that was clicked, as values of `datetime-local` fields. */
export function slotAt({ day, minutes }: CalendarPoint): { start: string; end: string } {
  const start = minutesAtStartOf(day) + (minutes === null ? firstMinutes : snapped(minutes, 30));
  return { start: wallTimeAt(start), end: wallTimeAt(start + usualMinutes) };
}

function snapped(minutes: number, step = snapMinutes): number {
  const last = minutesInDay - step;
  return Math.min(Math.max(Math.floor(minutes / step) * step, 0), last);
}
