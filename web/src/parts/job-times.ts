// The times of a job, in words.
import type { ListedWorkItem } from '../../../sdk/src/index.ts';
import type { Format } from '../words/format.ts';
import { periodText } from '../words/period.ts';
import { dayOf, lastDayOf } from '../words/wall-time.ts';

type Times = Pick<ListedWorkItem, 'scheduledStart' | 'scheduledEnd'>;

/** Such as `09:00 – 11:00`, with the days if there are several. */
export function timesText(times: Times, format: Format): string {
  const { scheduledStart, scheduledEnd } = times;
  if (!scheduledStart) return '';
  if (isOfSeveralDays(times, format.timeZone)) {
    return periodText(format, scheduledStart, scheduledEnd);
  }
  return hoursText(times, format);
}

/** Such as `22:00 – 02:00`, also over midnight. */
export function hoursText({ scheduledStart, scheduledEnd }: Times, format: Format): string {
  const ends = [scheduledStart, scheduledEnd].flatMap((time) => time ?? []);
  return ends.map((time) => format.timeOfDay(time)).join(' – ');
}

export function isOnDay(times: Times, day: string, timeZone: string): boolean {
  const { scheduledStart, scheduledEnd } = times;
  if (!scheduledStart) return false;
  const last = lastDayOf(scheduledStart, scheduledEnd, timeZone);
  return dayOf(scheduledStart, timeZone) <= day && day <= last;
}

function isOfSeveralDays({ scheduledStart, scheduledEnd }: Times, timeZone: string): boolean {
  return dayOf(scheduledStart!, timeZone) !== lastDayOf(scheduledStart!, scheduledEnd, timeZone);
}
