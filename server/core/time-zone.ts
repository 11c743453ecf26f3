// Local times and daylight saving transitions, from the runtime's time zone database.

const minuteNs = 60_000_000_000;

// The most populous zone, where it is not the alphabetically first one.
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

/** The chosen zone, or the main one of the country. */
export function timeZoneOf(chosen: string | null, country: string): string {
  if (chosen !== null && isTimeZone(chosen)) return chosen;
  const [first] = new Intl.Locale(`und-${country}`).getTimeZones?.() ?? [];
  return mainZones[country] ?? first ?? 'UTC';
}

export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The zone's offset from UTC. */
export function offsetMinutesAt(timeZone: string, time: number): number {
  return offsetMinutes(zonedTime(timeZone, time));
}

/** Whether this local time occurs twice, because the clocks are set back around it. */
export function isAmbiguous(timeZone: string, time: number): boolean {
  const shown = zonedTime(timeZone, time).toPlainDateTime();
  const first = shown.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const last = shown.toZonedDateTime(timeZone, { disambiguation: 'later' });
  return !first.equals(last);
}

interface ClockChange {
  at: number;
  fromMinutes: number;
  toMinutes: number;
}

/** All offset transitions between two times. */
export function clockChanges(timeZone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = zonedTime(timeZone, from);
  for (;;) {
    const after = before.getTimeZoneTransition('next');
    if (after === null || after.epochMilliseconds > to) return changes;
    changes.push({
      at: after.epochMilliseconds,
      fromMinutes: offsetMinutes(before),
      toMinutes: offsetMinutes(after),
    });
    before = after;
  }
}

export function zonedTime(timeZone: string, time: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
}

// Offsets of the 19th century have seconds, which iCalendar clients ignore.
function offsetMinutes({ offsetNanoseconds }: Temporal.ZonedDateTime): number {
  return Math.trunc(offsetNanoseconds / minuteNs);
}
