// Days as the clocks of a time zone have them.
import { zonedTime } from './time-zone.ts';

export interface LocalDay {
  /** Such as 2026-11-15. */
  date: string;
  /** Of its first moment. */
  startsAt: number;
}

/** The last days up to now, today included, the oldest first. */
export function lastDays(timeZone: string, now: number, count: number): LocalDay[] {
  const today = zonedTime(timeZone, now).toPlainDate();
  return Array.from({ length: count }, (_, index) => {
    const day = today.subtract({ days: count - 1 - index });
    return { date: day.toString(), startsAt: day.toZonedDateTime(timeZone).epochMilliseconds };
  });
}

/** Which of the days a time belongs to; -1 before the first. */
export function dayAt(days: readonly LocalDay[], time: number): number {
  let [from, to] = [0, days.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (days[middle]!.startsAt <= time) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
