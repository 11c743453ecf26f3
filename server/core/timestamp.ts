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

/** Whether YYYY-MM-DD is a real date: `Date.parse` reads 30 February as 2 March. */
export function isCalendarDate(date: string): boolean {
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}
