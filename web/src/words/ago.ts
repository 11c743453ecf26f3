// How long ago something was, as people say it: in calendar days of the brand's time zone.
import { relativeTimeFormat } from './formatters.ts';
import { dayOf } from './wall-time.ts';
import type { Language } from './words.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const daysPerWeek = 7;
const daysPerMonth = 30;
const daysPerYear = 365;

const justNow: Record<Language, string> = { en: 'just now', nl: 'zojuist' };

interface Reader {
  language: Language;
  locale: string;
  timeZone: string;
  now: Date;
}

/** "3 hours ago", "yesterday", "2 weeks ago". */
export function agoText(time: Date, { language, locale, timeZone, now }: Reader): string {
  const ms = time.getTime() - now.getTime();
  const days = (midnightOf(time, timeZone) - midnightOf(now, timeZone)) / dayMs;
  const say = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
    // "Last week" would be wrong for eight days ago on a Monday: only days get names.
    relativeTimeFormat(locale, { numeric: unit === 'day' ? 'auto' : 'always' }).format(
      Math.trunc(count),
      unit,
    );
  if (Math.abs(ms) < minuteMs) return justNow[language];
  if (Math.abs(ms) < hourMs) return say(ms / minuteMs, 'minute');
  if (days === 0) return say(ms / hourMs, 'hour');
  if (Math.abs(days) < daysPerWeek) return say(days, 'day');
  if (Math.abs(days) < daysPerMonth) return say(days / daysPerWeek, 'week');
  if (Math.abs(days) < daysPerYear) return say(days / daysPerMonth, 'month');
  return say(days / daysPerYear, 'year');
}

/** Calendar days have 24 hours in UTC, unlike in a zone with daylight saving time. */
function midnightOf(time: Date, timeZone: string): number {
  return Date.parse(`${dayOf(time, timeZone)}T00:00:00Z`);
}
