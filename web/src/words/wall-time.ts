// Converts between instants (ISO 8601, UTC) and local times in the brand's time zone.
import { dateTimeFormat } from './formatters.ts';

const allParts = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** The local time, such as `2026-11-20 09:00:00`. */
export function wallTimeOf(moment: string | number | Date, timeZone: string): string {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** The instant of a local time; a time skipped by daylight saving moves to the next hour. */
export function momentOf(wallTime: string, timeZone: string): string {
  const asIfUtc = Date.parse(`${wallTime.replace(' ', 'T').padEnd(19, ':00')}Z`);
  const first = asIfUtc - offsetMsAt(asIfUtc, timeZone);
  return new Date(asIfUtc - offsetMsAt(first, timeZone)).toISOString();
}

/** The local date, such as `2026-11-20`. */
export function dayOf(moment: string | number | Date, timeZone: string): string {
  return wallTimeOf(moment, timeZone).slice(0, 10);
}

/** The last day of a period; a period that ends at midnight does not include the next day. */
export function lastDayOf(start: string, end: string | null, timeZone: string): string {
  const isLong = end !== null && Date.parse(end) > Date.parse(start);
  return dayOf(isLong ? Date.parse(end) - 1 : start, timeZone);
}

export function startOfDay(day: string, timeZone: string): string {
  return momentOf(`${day} 00:00:00`, timeZone);
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export function addMinutes(wallTime: string, minutes: number): string {
  const time = Date.parse(`${wallTime.replace(' ', 'T').slice(0, 16)}:00Z`) + minutes * 60_000;
  return new Date(time).toISOString().slice(0, 16);
}

function offsetMsAt(time: number, timeZone: string): number {
  return Date.parse(`${wallTimeOf(time, timeZone).replace(' ', 'T')}Z`) - time;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  return dateTimeFormat('en-GB', { timeZone, ...allParts });
}
