// Names of periods and days.
import type { Range, View } from './calendar-range.ts';
import { addDays } from '../../words/wall-time.ts';

export function periodName(view: View, { from, to }: Range, day: string, locale: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  if (view === 'month') {
    return format({ month: 'long', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`));
  }
  return format({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${addDays(to, -1)}T00:00:00Z`),
  );
}

export function dayName(day: string, locale: string): string {
  return nameOf(day, locale, {});
}

export function dayNameInYear(day: string, locale: string): string {
  return nameOf(day, locale, { year: 'numeric' });
}

function nameOf(day: string, locale: string, more: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...more,
  }).format(new Date(`${day}T00:00:00Z`));
}
