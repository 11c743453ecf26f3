// Names of periods and days.
import type { DayRange } from '../../parts/plan-times.ts';
import type { View } from './calendar-range.ts';
import { addDays } from '../../words/wall-time.ts';

export function periodName(
  view: View,
  { from, to }: DayRange,
  day: string,
  { locale, isPhone }: { locale: string; isPhone: boolean },
): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  if (view === 'month') {
    return format({ month: 'long', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`));
  }
  if (view === 'day') {
    const words = isPhone ? ({ weekday: 'short', month: 'short' } as const) : {};
    return nameOf(day, locale, { year: 'numeric', ...words });
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

/** Such as "Mon". */
export function weekdayName(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}
