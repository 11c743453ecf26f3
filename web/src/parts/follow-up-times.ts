// Quick choices for a follow-up, at nine in the morning of the brand's time zone.
import { addDays, dayOf, momentOf } from '../words/wall-time.ts';

const hour = '09:00';
// By weekday, from Sunday.
// On a Sunday, Monday is tomorrow.
const daysToMonday = [null, 7, 6, 5, 4, 3, 2];
const daysToLater = [2, 2, 2, 2, 5, 4, 3];

interface FollowUpTimes {
  tomorrow: string;
  /** The next working day after tomorrow, except Monday. */
  later: string;
  /** Monday; null on a Sunday. */
  nextWeek: string | null;
}

export function followUpTimes(now: number, timeZone: string): FollowUpTimes {
  const today = dayOf(now, timeZone);
  const inDays = (days: number) => momentOf(`${addDays(today, days)} ${hour}`, timeZone);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const toMonday = daysToMonday[weekday] ?? null;
  return {
    tomorrow: inDays(1),
    later: inDays(daysToLater[weekday]!),
    nextWeek: toMonday === null ? null : inDays(toMonday),
  };
}
