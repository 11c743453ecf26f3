// Renders a brand's jobs as a calendar to subscribe to (RFC 5545; RFC 7986 for NAME and
// REFRESH-INTERVAL).
import { addressLine } from '../addresses/address-line.ts';
import { clockTime, escapeText, foldLine, offsetText, utcTime } from './icalendar-text.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '../records.ts';
import { clockChanges, isAmbiguous, offsetMinutesAt } from '../time-zone.ts';

export interface Calendar {
  name: string;
  /** The brand's country, which addresses omit. */
  country: string;
  timeZone: string;
  publicUrl: string | null;
  jobs: readonly CalendarJob[];
}

export interface CalendarJob {
  item: Pick<
    WorkItemRecord,
    'id' | 'version' | 'title' | 'description' | 'createdAt' | 'updatedAt'
  >;
  customer: Pick<CustomerRecord, 'name' | 'phone' | 'secondaryPhone' | 'email'>;
  address: AddressRecord | null;
  start: number;
  end: number | null;
  isCancelled: boolean;
}

const hourMs = 60 * 60_000;
const refreshEvery = 'PT15M';
const descriptionLengthMax = 2_000;
const universal = 'UTC';

export function renderCalendar(calendar: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vakwerk//Jobs//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(calendar.name)}`,
    `X-WR-CALNAME:${escapeText(calendar.name)}`,
    `X-WR-TIMEZONE:${calendar.timeZone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshEvery}`,
    `X-PUBLISHED-TTL:${refreshEvery}`,
    ...zoneLines(calendar),
    ...calendar.jobs.flatMap((job) => jobLines(calendar, job)),
    'END:VCALENDAR',
  ];
  return lines.map(foldLine).join('');
}

// Lists every offset transition from the year before the first job. A recurrence rule would have to be
// guessed from them.
function zoneLines({ timeZone, jobs }: Calendar): string[] {
  if (timeZone === universal || jobs.length === 0) return [];
  const starts = jobs.map(({ start }) => start);
  const years = [Math.min(...starts), Math.max(...starts)].map((time) =>
    new Date(time).getUTCFullYear(),
  );
  const from = Date.UTC(years[0]! - 1, 0);
  const changes = clockChanges(timeZone, from, Date.UTC(years[1]! + 1, 11, 31));
  const first = offsetMinutesAt(timeZone, from);
  const standard = Math.min(first, ...changes.map(({ toMinutes }) => toMinutes));
  const observance = (at: string, fromMinutes: number, toMinutes: number) => {
    const kind = toMinutes > standard ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${kind}`,
      `DTSTART:${at}`,
      `TZOFFSETFROM:${offsetText(fromMinutes)}`,
      `TZOFFSETTO:${offsetText(toMinutes)}`,
      `END:${kind}`,
    ];
  };
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance(clockTime(from, first), first, first),
    ...changes.flatMap(({ at, fromMinutes, toMinutes }) =>
      observance(clockTime(at, fromMinutes), fromMinutes, toMinutes),
    ),
    'END:VTIMEZONE',
  ];
}

function jobLines({ timeZone, country, publicUrl }: Calendar, job: CalendarJob): string[] {
  const { item, customer, address, start } = job;
  const end = job.end !== null && job.end > start ? job.end : start + hourMs;
  const isPrecise = address?.precision === 'postcode';
  return [
    'BEGIN:VEVENT',
    `UID:${item.id}@vakwerk`,
    `DTSTAMP:${utcTime(item.updatedAt)}`,
    `CREATED:${utcTime(item.createdAt)}`,
    `LAST-MODIFIED:${utcTime(item.updatedAt)}`,
    `SEQUENCE:${item.version}`,
    `DTSTART${timeIn(timeZone, start)}`,
    `DTEND${timeIn(timeZone, end)}`,
    `SUMMARY:${escapeText([item.title, customer.name].filter(isText).join(' — '))}`,
    ...textLine('LOCATION', address ? addressLine(address, country) : ''),
    ...(isPrecise ? [`GEO:${address.latitude};${address.longitude}`] : []),
    ...textLine('DESCRIPTION', descriptionOf(job)),
    ...(publicUrl === null ? [] : [`URL:${publicUrl}/jobs/${item.id}`]),
    `STATUS:${job.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

// Clients disagree on ambiguous local times, so those are sent as UTC.
function timeIn(timeZone: string, time: number): string {
  if (timeZone === universal || isAmbiguous(timeZone, time)) return `:${utcTime(time)}`;
  return `;TZID=${timeZone}:${clockTime(time, offsetMinutesAt(timeZone, time))}`;
}

function textLine(name: string, text: string): string[] {
  return isText(text) ? [`${name}:${escapeText(text)}`] : [];
}

function descriptionOf({ item, customer }: CalendarJob): string {
  const { name, phone, secondaryPhone, email } = customer;
  const person = [name, phone, secondaryPhone, email].filter((line) => line && isText(line));
  const story = [...item.description].slice(0, descriptionLengthMax).join('');
  return [person.join('\n'), story].filter(isText).join('\n\n');
}

function isText(text: string): boolean {
  return text.trim() !== '';
}
