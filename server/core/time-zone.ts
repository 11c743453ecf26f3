// What a time zone's clocks show, and when they are changed. The rules come with the platform.

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
// Clocks are never changed twice within a week.
const searchStepMs = 7 * dayMs;

// Where more people live than in the zone that comes first in the alphabet.
const mainZones: Record<string, string> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ES: 'Europe/Madrid',
  GL: 'America/Nuuk',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

export function timeZoneOf(chosen: string | null, country: string): string {
  if (chosen !== null && isTimeZone(chosen)) return chosen;
  const [first] = new Intl.Locale(`und-${country}`).getTimeZones?.() ?? [];
  return mainZones[country] ?? first ?? 'UTC';
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  return format;
}

/** How far the zone's clocks are ahead of UTC. */
export function offsetMinutesAt(timeZone: string, time: number): number {
  const parts = formatOf(timeZone).formatToParts(time);
  const name = parts.find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!;
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}

/** Whether the clocks show this time twice, because they are set back around it. */
export function isShownTwice(timeZone: string, time: number): boolean {
  const offset = offsetMinutesAt(timeZone, time);
  return [-dayMs, dayMs].some((away) => {
    const other = offsetMinutesAt(timeZone, time + away);
    const isSetBack = away < 0 ? other > offset : other < offset;
    return isSetBack && offsetMinutesAt(timeZone, time + (offset - other) * minuteMs) === other;
  });
}

interface ClockChange {
  at: number;
  fromMinutes: number;
  toMinutes: number;
}

/** All changes of the clocks between two times. */
export function clockChanges(timeZone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  let offset = offsetMinutesAt(timeZone, from);
  for (let time = from; time < to; time += searchStepMs) {
    const end = Math.min(time + searchStepMs, to);
    const next = offsetMinutesAt(timeZone, end);
    if (next === offset) continue;
    changes.push({
      at: firstWith(timeZone, next, time, end),
      fromMinutes: offset,
      toMinutes: next,
    });
    offset = next;
  }
  return changes;
}

/** The minute from which the clocks have that offset, between one at which they do not and one at which they do. */
function firstWith(timeZone: string, offset: number, before: number, after: number): number {
  let [without, having] = [Math.floor(before / minuteMs), Math.ceil(after / minuteMs)];
  while (having - without > 1) {
    const middle = Math.floor((without + having) / 2);
    if (offsetMinutesAt(timeZone, middle * minuteMs) === offset) having = middle;
    else without = middle;
  }
  return having * minuteMs;
}
