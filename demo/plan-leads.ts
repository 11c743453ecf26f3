// Plans when each lead comes in and how its status changes, relative to now. The same now gives the same plan.
import type { ReadWorkItemPatch } from '#core/work-items/change-work-item.ts';
import type { LeadRow } from './lead-rows.ts';

/** The owner answers leads, the two members do the jobs. */
export type Teammate = 'owner' | 'first' | 'second';

export interface Step {
  at: number;
  by: Teammate;
  patch: ReadWorkItemPatch;
  assignee?: Teammate;
}

export interface DemoLead {
  row: LeadRow;
  /** From 0, in the order of the rows. */
  number: number;
  receivedAt: number;
  /** In order, none later than now. */
  steps: Step[];
}

const timeZone = 'Europe/Amsterdam';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const unitsMs: Record<string, number> = { m: minuteMs, h: hourMs };
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
// Hours at which leads come in: office hours, and evenings for the website.
const busyHours = [8, 9, 20, 10, 13, 19, 9, 11, 16, 21, 8, 14, 10, 17, 12, 22, 7];
// Start times of completed jobs; each is used once a week.
const pastTimes = ['mon 08:30', 'tue 10:00', 'wed 13:00', 'thu 09:00', 'fri 08:30', 'tue 14:00'];
const pastWeeks = 8;
const hoursWorthVisiting = 10;

export function planLeads(rows: readonly LeadRow[], now: number): DemoLead[] {
  const counts = new Map<string, number>();
  return rows.map((row, number) => {
    const nth = counts.get(row.becomes) ?? 0;
    counts.set(row.becomes, nth + 1);
    const start = plannedStart(row, nth, now);
    const receivedAt =
      start === null ? receivedAgo(row, number, nth, now) : receivedBefore(start, row, number, now);
    return { row, number, receivedAt, steps: stepsOf({ row, number, receivedAt, start, now }) };
  });
}

function plannedStart({ becomes, when }: LeadRow, nth: number, now: number): number | null {
  if (becomes === 'planned' || becomes === 'started') return slotStart(when, now);
  if (becomes === 'cancelled') return slotStart(`${nth * 2 - pastWeeks} thu 13:30`, now);
  if (becomes !== 'done') return null;
  const week = (nth % pastWeeks) - pastWeeks;
  return slotStart(`${week} ${pastTimes[Math.floor(nth / pastWeeks)]}`, now);
}

/** Such as `0 tue 10:30`, with the week counted from the one that is now. */
function slotStart(slot: string, now: number): number {
  const [week, weekday, time] = slot.split(' ') as [string, string, string];
  const today = localTime(now);
  const days = Number(week) * 7 + weekdays.indexOf(weekday) - (today.dayOfWeek - 1);
  return today.add({ days }).withPlainTime(time).epochMilliseconds;
}

function localTime(time: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(Math.round(time)).toZonedDateTimeISO(timeZone);
}

function receivedAgo({ becomes, when }: LeadRow, number: number, nth: number, now: number): number {
  const age = becomes === 'lost' ? `${10 + nth * 4}d` : when;
  const [count, unit] = [Number.parseInt(age, 10), age.at(-1)!];
  return unit === 'd' ? daysBefore(now, count, number) : now - count * unitsMs[unit]!;
}

/** Jobs are planned weeks ahead, unless they are urgent or so old that the lead would be older than ten weeks. */
function receivedBefore(start: number, row: LeadRow, number: number, now: number): number {
  const isOldest = start < now - (pastWeeks - 2) * 7 * dayMs;
  let days = 6 + ((number * 5) % 20);
  if (row.becomes === 'done') days = 2 + ((number * 3) % 13);
  if (isOldest) days = 2 + (number % 5);
  if (row.priority === 'urgent') days = 2;
  return daysBefore(Math.min(start, now), days, number);
}

function daysBefore(time: number, days: number, number: number): number {
  const hour = busyHours[number % busyHours.length]!;
  const minute = (number * 13) % 60;
  return localTime(time).subtract({ days }).withPlainTime({ hour, minute }).epochMilliseconds;
}

interface Course {
  row: LeadRow;
  number: number;
  receivedAt: number;
  start: number | null;
  now: number;
}

function stepsOf(course: Course): Step[] {
  const { row, number, receivedAt, now } = course;
  const by = number % 2 === 0 ? 'first' : 'second';
  const answeredAt = inOfficeHours(receivedAt + (6 + ((number * 37) % 230)) * minuteMs);
  const tags = row.tags === '' ? {} : { tags: [row.tags] };
  const estimatedCost = Number(row.euros) * 100;
  const quoted: ReadWorkItemPatch = { status: 'quote_sent', estimatedCost };
  const atShare = (share: number) => inOfficeHours(answeredAt + (now - answeredAt) * share);
  const wanted: Step[] = [];
  const add = (at: number, patch: ReadWorkItemPatch, who: Teammate = 'owner') =>
    wanted.push({ at, patch, by: who });

  if (row.becomes === 'request') {
    if (row.tags !== '') add(receivedAt + 5 * minuteMs, tags);
    return inOrder(wanted, receivedAt, now);
  }
  add(answeredAt, { status: 'contacted', ...tags });
  if (row.becomes === 'inspection') add(atShare(0.5), { status: 'inspection' });
  if (row.becomes === 'quote_sent') {
    if (Number(row.hours) > hoursWorthVisiting) add(atShare(0.3), { status: 'inspection' });
    add(atShare(0.6), quoted);
  }
  if (row.becomes === 'pending') {
    add(atShare(0.2), quoted);
    add(atShare(0.5), { status: 'pending' });
  }
  if (row.becomes === 'lost') {
    add(inOfficeHours(answeredAt + 2 * dayMs), quoted);
    add(inOfficeHours(answeredAt + 7 * dayMs), { status: 'lost', reason: row.outcome });
  }
  if (course.start !== null) wanted.push(...jobSteps(course, answeredAt, by, course.start));
  return inOrder(wanted, receivedAt, now);
}

function jobSteps(course: Course, answeredAt: number, by: Teammate, start: number): Step[] {
  const { row, number, now } = course;
  const end = start + Number(row.hours) * hourMs;
  const estimatedCost = Number(row.euros) * 100;
  const planned = { scheduledStart: start, scheduledEnd: end, estimatedCost };
  const plannedAt = answeredAt + (Math.min(start, now) - answeredAt) * 0.4;
  const steps: Step[] = [
    { at: plannedAt, by: 'owner', assignee: by, patch: { status: 'scheduled', ...planned } },
  ];
  if (row.becomes === 'cancelled') {
    const patch = { status: 'cancelled', reason: row.outcome } as const;
    return [...steps, { at: start - 20 * hourMs, by: 'owner', patch }];
  }
  // Jobs start a few minutes late, and the final cost differs from the estimate.
  steps.push({ at: start + ((number * 3) % 11) * minuteMs, by, patch: { status: 'in_progress' } });
  if (row.becomes === 'started') return steps;
  const finalCost = estimatedCost + (((number * 7) % 9) - 3) * 500;
  const done = { status: 'completed', completionNotes: row.outcome || null, finalCost } as const;
  return [...steps, { at: end - ((number * 5) % 13) * minuteMs, by, patch: done }];
}

/** At least a minute apart; steps after now are left out. */
function inOrder(steps: readonly Step[], receivedAt: number, now: number): Step[] {
  let latest = receivedAt;
  return steps
    .map((step) => {
      latest = Math.max(Math.round(step.at), latest + minuteMs);
      return { ...step, at: latest };
    })
    .filter(({ at }) => at < now);
}

function inOfficeHours(time: number): number {
  const local = localTime(time);
  const { hour, minute } = local;
  if (hour >= 8 && hour < 19) return time;
  const morning = local.add({ days: hour < 8 ? 0 : 1 });
  return morning.withPlainTime({ hour: 8, minute }).epochMilliseconds;
}
