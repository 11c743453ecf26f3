// The secret in a calendar's URL, which grants read access to the calendar.
import { base62 } from '../accounts/api-key-format.ts';

const tokenLength = 40;
const shape = /^[0-9A-Za-z]{40}$/;

export function formatCalendarToken(randomBytes: Uint8Array): string {
  return base62(randomBytes, tokenLength);
}

export function isCalendarToken(text: string): boolean {
  return shape.test(text);
}

export function calendarPath(token: string): string {
  return `/v1/calendar/${token}.ics`;
}
