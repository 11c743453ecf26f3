// Times in ISO 8601.

// Cached, because records of one batch, and the fields of one record, mostly share one time.
let lastTime = Number.NaN;
let lastText = '';

/** A time as the API shows it. */
export function timestamp<T extends number | null>(time: T): T extends null ? null : string;
export function timestamp(time: number | null): string | null {
  if (time === null) return null;
  if (time !== lastTime) {
    lastText = new Date(time).toISOString();
    lastTime = time;
  }
  return lastText;
}

const shape =
  /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

// Years that RFC 3339 can write: with a zone, 9999-12-31 can be in the year 10000 in UTC.
const earliest = Date.parse('0000-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** RFC 3339, where seconds may be omitted; null for anything else. */
export function parseTimestamp(text: string): number | null {
  const upperCase = text.toUpperCase();
  const time = shape.test(upperCase) ? Date.parse(upperCase) : Number.NaN;
  const isWritable = time >= earliest && time <= latest;
  return isWritable && isCalendarDate(upperCase.slice(0, 10)) ? time : null;
}

/** Whether YYYY-MM-DD is a real date: `Date.parse` reads 30 February as 2 March. */
export function isCalendarDate(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
