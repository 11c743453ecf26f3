// Which days a view of the calendar shows.
import { addDays } from '../../words/wall-time.ts';

export const views = ['list', 'week', 'month'] as const;
export type View = (typeof views)[number];

/** Days such as `2026-11-20`; `to` is exclusive. */
export interface Range {
  from: string;
  to: string;
}

const daysInWeek = 7;
// A phone is too narrow for a week grid.
export const daysOnPhone = 3;
const weeksInMonthView = 6;

export function rangeOf(view: View, day: string, isPhone: boolean): Range {
  if (view === 'list') return { from: day, to: addDays(day, daysInWeek) };
  if (view === 'week' && isPhone) return { from: day, to: addDays(day, daysOnPhone) };
  if (view === 'week') {
    const from = mondayOf(day);
    return { from, to: addDays(from, daysInWeek) };
  }
  const from = mondayOf(`${day.slice(0, 8)}01`);
  return { from, to: addDays(from, weeksInMonthView * daysInWeek) };
}

export function stepped(view: View, day: string, steps: 1 | -1, isPhone: boolean): string {
  if (view === 'week' && isPhone) return addDays(day, steps * daysOnPhone);
  if (view !== 'month') return addDays(day, steps * daysInWeek);
  const month = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + steps);
  return month.toISOString().slice(0, 10);
}

export function daysOf({ from, to }: Range): string[] {
  const days: string[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day);
  return days;
}

function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % daysInWeek));
}

/** 0 for Sunday. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export function weekdayOf(day: string): Weekday {
  return new Date(`${day}T00:00:00Z`).getUTCDay() as Weekday;
}
