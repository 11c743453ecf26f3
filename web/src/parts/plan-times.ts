// Start and end while they are being edited, as `datetime-local` values; empty when not set.
import { addDays, addMinutes, dayOf, momentOf, wallTimeOf } from '../words/wall-time.ts';

export interface Plan {
  scheduledStart: string;
  scheduledEnd: string | null;
}

/** Days such as `2026-11-20`; `to` is exclusive. */
export interface DayRange {
  from: string;
  to: string;
}

interface PlanTimes {
  start: string;
  end: string;
  /** The duration; null without an end. */
  minutes: number | null;
}

interface Planned {
  scheduledStart: string | null;
  scheduledEnd: string | null;
}

const firstHour = '08:00';
const usualMinutes = 120;

/** The scheduled times, or tomorrow morning. */
export function timesOf({ scheduledStart, scheduledEnd }: Planned, timeZone: string): PlanTimes {
  const field = (moment: string) => wallTimeOf(moment, timeZone).slice(0, 16).replace(' ', 'T');
  if (!scheduledStart) return lasting({ start: tomorrowMorning(timeZone) }, usualMinutes);
  const start = field(scheduledStart);
  const end = scheduledEnd ? field(scheduledEnd) : '';
  return { start, end, minutes: minutesBetween(start, end) };
}

/** Moving the start keeps the duration, also while the start is half typed. */
export function startingAt({ end, minutes }: PlanTimes, start: string): PlanTimes {
  const isMoved = start !== '' && minutes !== null;
  return { start, end: isMoved ? addMinutes(start, minutes) : end, minutes };
}

export function lasting({ start }: Pick<PlanTimes, 'start'>, minutes: number): PlanTimes {
  return { start, end: start && addMinutes(start, minutes), minutes };
}

export function tomorrowMorning(timeZone: string): string {
  return `${addDays(dayOf(Date.now(), timeZone), 1)}T${firstHour}`;
}

/** Null while the start is missing or the end is before it. */
export function planOf({ start, end }: PlanTimes, timeZone: string): Plan | null {
  if (!start || (end && end < start)) return null;
  return {
    scheduledStart: momentOf(start, timeZone),
    scheduledEnd: end ? momentOf(end, timeZone) : null,
  };
}

export function endingAt({ start }: PlanTimes, end: string): PlanTimes {
  return { start, end, minutes: minutesBetween(start, end) };
}

function minutesBetween(start: string, end: string): number | null {
  if (!start || !end || end < start) return null;
  return (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000;
}
