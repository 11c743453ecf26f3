// Calendar days in a time zone.
import { zonedTime } from './time-zone.ts';

export interface LocalDay {
  /** Such as 2026-11-15. */
  date: string;
  /** The first moment of the day. */
  startsAt: number;
}

/** Returns the last `count` days, today included, oldest first. */
export function lastDays(timeZone: string, now: number, count: number): LocalDay[] {
  const today = zonedTime(timeZone, now).toPlainDate();
  return Array.from({ length: count }, (_, index) => {
    const day = today.subtract({ days: count - 1 - index });
    return { date: day.toString(), startsAt: day.toZonedDateTime(timeZone).epochMilliseconds };
  });
}

/** The index of the day that a time falls in; -1 before the first. */
export function dayAt(days: readonly LocalDay[], time: number): number {
  return days.findLastIndex(({ startsAt }) => startsAt <= time);
}
