// When the calendar shows a job: in minutes of the brand's local time.
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import { wallTimeOf } from '../../words/wall-time.ts';

/** Local minutes, counted as if the local time were UTC: every day has 1,440 of them. */
export interface Span {
  from: number;
  to: number;
}

export const minutesInDay = 1440;
const shownMinutesMin = 30;
const shownMinutesWithoutEnd = 60;

type Scheduled = Pick<ListedWorkItem, 'scheduledStart' | 'scheduledEnd'>;

export function spanOf({ scheduledStart, scheduledEnd }: Scheduled, timeZone: string): Span {
  const from = localMinutes(scheduledStart!, timeZone);
  const end = scheduledEnd ? localMinutes(scheduledEnd, timeZone) : from + shownMinutesWithoutEnd;
  const to = Math.max(end, from + shownMinutesMin);
  const midnight = (Math.floor(from / minutesInDay) + 1) * minutesInDay;
  // Neither the least height nor a missing end stretches a job into a second day.
  const isOfOneDay = !scheduledEnd || end <= midnight;
  return { from, to: isOfOneDay ? Math.min(to, midnight) : to };
}

/** What of it is on this day, in minutes after midnight; null if it is on other days. */
export function partOn({ from, to }: Span, day: string): Span | null {
  const midnight = minutesAtStartOf(day);
  if (from >= midnight + minutesInDay || to <= midnight) return null;
  const first = Math.max(from - midnight, 0);
  const last = Math.min(to - midnight, minutesInDay);
  if (last - first >= shownMinutesMin) return { from: first, to: last };
  const shownFrom = Math.min(first, minutesInDay - shownMinutesMin);
  return { from: shownFrom, to: shownFrom + shownMinutesMin };
}

/** A job that takes a whole day, or several, is shown in the row above the hours. */
export function takesWholeDay({ from, to }: Span): boolean {
  const firstMidnight = Math.ceil(from / minutesInDay) * minutesInDay;
  return to >= firstMidnight + minutesInDay;
}

export function localMinutes(moment: string | number, timeZone: string): number {
  return Date.parse(`${wallTimeOf(moment, timeZone).replace(' ', 'T')}Z`) / 60_000;
}

export function minutesAtStartOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 60_000;
}

/** Such as `2026-11-20T09:00`. */
export function wallTimeAt(minutes: number): string {
  return new Date(minutes * 60_000).toISOString().slice(0, 16);
}
