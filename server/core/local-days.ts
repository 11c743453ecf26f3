// Days as the clocks of a time zone have them.
import { offsetMinutesAt } from './time-zone.ts';

export interface LocalDay {
  /** Such as 2026-11-15. */
  date: string;
  /** Of its first moment. */
  startsAt: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The last days up to now, today included, the oldest first. */
export function lastDays(timeZone: string, now: number, count: number): LocalDay[] {
  const today = Math.floor((now + offsetMinutesAt(timeZone, now) * minuteMs) / dayMs);
  return Array.from({ length: count }, (_, index) => {
    const midnight = (today - count + 1 + index) * dayMs;
    return {
      date: new Date(midnight).toISOString().slice(0, 10),
      startsAt: timeShownAs(timeZone, midnight),
    };
  });
}

/** When the zone's clocks show what those of UTC show at that time. */
function timeShownAs(timeZone: string, shown: number): number {
  const near = shown - offsetMinutesAt(timeZone, shown) * minuteMs;
  return shown - offsetMinutesAt(timeZone, near) * minuteMs;
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
