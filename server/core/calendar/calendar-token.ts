// The secret in the address of a calendar: whoever has it may read the calendar.
import { hash } from 'node:crypto';
import { base62 } from '../accounts/api-key-format.ts';

const tokenLength = 40;
const shape = /^[0-9A-Za-z]{40}$/;

export function formatCalendarToken(randomBytes: Uint8Array): string {
  return base62(randomBytes, tokenLength);
}

export function isCalendarToken(text: string): boolean {
  return shape.test(text);
}

/** What is stored of a token. Tokens are long and random, so a plain hash keeps them safe. */
export function hashOfCalendarToken(token: string): string {
  return hash('sha256', token, 'hex');
}

export function calendarPath(token: string): string {
  return `/v1/calendar/${token}.ics`;
}
