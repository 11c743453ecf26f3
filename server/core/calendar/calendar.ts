// The platform's own reading of a date takes 30 February for 2 March.

/** Whether a day written as 2026-11-15 is on the calendar; the digits must be digits already. */
export function isDayOfCalendar(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
