// Which days a view of the calendar shows.
import type { DayRange } from '../../parts/plan-times.ts';
import { addDays } from '../../words/wall-time.ts';
import { columnWidthPxMin } from './lanes.ts';

export const views = ['day', 'week', 'month', 'list'] as const;
export type View = (typeof views)[number];

const daysInWeek = 7;
const fewDaysMax = 5;
const weeksInMonthView = 6;

/** A week where every day can show a job in words, else the next few days. */
export function daysThatFit(columnsWidthPx: number): number {
  const fit = Math.floor(columnsWidthPx / columnWidthPxMin);
  return fit >= daysInWeek ? daysInWeek : Math.min(Math.max(fit, 1), fewDaysMax);
}

export function rangeOf(view: View, day: string, daysInView: number): DayRange {
  if (view === 'day') return { from: day, to: addDays(day, 1) };
  if (view === 'list') return { from: day, to: addDays(day, daysInWeek) };
  if (view === 'week') {
    const from = daysInView === daysInWeek ? mondayOf(day) : day;
    return { from, to: addDays(from, daysInView) };
  }
  const from = mondayOf(`${day.slice(0, 8)}01`);
  return { from, to: addDays(from, weeksInMonthView * daysInWeek) };
}

export function stepped(view: View, day: string, steps: 1 | -1, daysInView: number): string {
  if (view === 'day') return addDays(day, steps);
  if (view === 'week') return addDays(day, steps * daysInView);
  if (view === 'list') return addDays(day, steps * daysInWeek);
  const month = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + steps);
  return month.toISOString().slice(0, 10);
}

export function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** ISO 8601: the week with the year's first Thursday is week 1. */
export function weekNumber(day: string): number {
  const thursday = addDays(mondayOf(day), 3);
  const sinceNewYear = Date.parse(thursday) - Date.parse(`${thursday.slice(0, 4)}-01-01`);
  return Math.floor(sinceNewYear / (daysInWeek * 86_400_000)) + 1;
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % daysInWeek));
}
