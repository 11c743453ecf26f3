// Formats a period; the date is not repeated when it ends on the same day.
import type { Format } from './format.ts';
import { dayOf } from './wall-time.ts';

export function periodText(format: Format, start: string, end: string | null): string {
  const from = format.dateAndTime(start);
  if (!end || end === start) return from;
  const isOneDay = dayOf(start, format.timeZone) === dayOf(end, format.timeZone);
  return `${from} – ${isOneDay ? format.timeOfDay(end) : format.dateAndTime(end)}`;
}
