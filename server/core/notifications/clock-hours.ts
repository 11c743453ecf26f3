// Quiet hours of members and working hours of brands, by the brand's clock.
import type { WorkingHours } from '#contract/working-hours.ts';
import { zonedTime } from '../time-zone.ts';

const minuteMs = 60_000;
// A brand that works on one day a week reaches any deadline sooner.
const daysMax = 400;

export const workingHoursDefault: WorkingHours = { days: [1, 2, 3, 4, 5], from: 480, until: 1020 };
export const answerMinutesDefault = 60;

interface QuietHours {
  /** Minutes after midnight; both null without quiet hours. */
  quietFrom: number | null;
  quietUntil: number | null;
}

/** When the quiet hours end that it is in now; null outside of them. */
export function quietUntil(
  { quietFrom: from, quietUntil: until }: QuietHours,
  timeZone: string,
  now: number,
): number | null {
  if (from === null || until === null || from === until) return null;
  const local = zonedTime(timeZone, now);
  const minute = local.hour * 60 + local.minute;
  const isOverMidnight = from > until;
  const isQuiet = isOverMidnight
    ? minute >= from || minute < until
    : minute >= from && minute < until;
  if (!isQuiet) return null;
  const today = local.toPlainDate();
  return timeAt(timeZone, isOverMidnight && minute >= from ? today.add({ days: 1 }) : today, until);
}

/** When so many minutes of working time have passed since then. */
export function workingDeadline(
  since: number,
  minutes: number,
  { timeZone, days, from, until }: WorkingHours & { timeZone: string },
): number {
  let leftMs = minutes * minuteMs;
  let day = zonedTime(timeZone, since).toPlainDate();
  for (let count = 0; count < daysMax; count++, day = day.add({ days: 1 })) {
    if (!days.includes(day.dayOfWeek)) continue;
    const begins = Math.max(since, timeAt(timeZone, day, from));
    const roomMs = timeAt(timeZone, day, until) - begins;
    if (roomMs <= 0) continue;
    if (leftMs <= roomMs) return begins + leftMs;
    leftMs -= roomMs;
  }
  return since + minutes * minuteMs;
}

function timeAt(timeZone: string, day: Temporal.PlainDate, minute: number): number {
  // Midnight at the end of a day is the next day's.
  const date = minute === 1440 ? day.add({ days: 1 }) : day;
  const time = { hour: Math.floor((minute % 1440) / 60), minute: minute % 60 };
  return date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
}
