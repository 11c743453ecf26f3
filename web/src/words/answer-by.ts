// When a lead should be answered: as core/notifications/clock-hours.ts counts it on the server.
import type { ListedWorkItem } from '../../../sdk/src/index.ts';
import type { BrandSettings } from '../api/session.ts';
import { timeOfMinute } from './minute-of-day.ts';
import { addDays, dayOf, momentOf } from './wall-time.ts';

const minuteMs = 60_000;
const minutesPerDay = 24 * 60;
const daysMax = 400;

type Rules = Pick<BrandSettings, 'timeZone' | 'workingHours' | 'answerMinutes'>;

type Times = Pick<ListedWorkItem, 'createdAt' | 'receivedAt'>;

const known = new Map<string, number>();

/** Whether the lead should have been answered by now. One that was entered later than it came in never counts. */
export function isOverdue({ createdAt, receivedAt }: Times, rules: Rules): boolean {
  if (rules.answerMinutes === 0) return false;
  if (Date.parse(createdAt) - Date.parse(receivedAt) > minuteMs) return false;
  const { timeZone, answerMinutes, workingHours } = rules;
  const { days, from, until } = workingHours;
  const key = [createdAt, timeZone, answerMinutes, days.join(''), from, until].join(' ');
  let answerBy = known.get(key);
  if (answerBy === undefined) {
    answerBy = deadlineOf(Date.parse(createdAt), rules);
    known.set(key, answerBy);
  }
  return Date.now() > answerBy;
}

function deadlineOf(createdAt: number, { timeZone, workingHours, answerMinutes }: Rules): number {
  let leftMs = answerMinutes * minuteMs;
  let day = dayOf(createdAt, timeZone);
  for (let count = 0; count < daysMax; count++, day = addDays(day, 1)) {
    if (!workingHours.days.includes(weekdayOf(day))) continue;
    const begins = Math.max(createdAt, timeAt(day, workingHours.from, timeZone));
    const roomMs = timeAt(day, workingHours.until, timeZone) - begins;
    if (roomMs <= 0) continue;
    if (leftMs <= roomMs) return begins + leftMs;
    leftMs -= roomMs;
  }
  return createdAt + answerMinutes * minuteMs;
}

/** 1 is Monday, 7 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

function timeAt(day: string, minute: number, timeZone: string): number {
  const date = minute === minutesPerDay ? addDays(day, 1) : day;
  return Date.parse(momentOf(`${date} ${timeOfMinute(minute)}:00`, timeZone));
}
