// Validates a brand's settings.
import { isCountryCode } from '../addresses/country-code.ts';
import { readDataPicture } from '../photos/data-picture.ts';
import { echoed } from '../reading/cut-messages.ts';
import { type FieldRefusal, refused } from '../reading/field-message.ts';
import { minutesPerDay } from '#contract/limits.ts';
import type { WorkingHours } from '#contract/working-hours.ts';
import { isTimeZone } from '../time-zone.ts';

/** Returns the code in upper case. */
export function readBrandCountry(
  typed: string,
): { country: string; refusal?: never } | { country?: never; refusal: FieldRefusal } {
  const country = typed.toUpperCase();
  if (isCountryCode(country)) return { country };
  return refused('not_a_country', `must be a two-letter code such as NL, got ${echoed(typed)}`);
}

export function refusalOfTimeZone(timeZone: string): FieldRefusal | null {
  if (isTimeZone(timeZone)) return null;
  const text = `must be a name such as Europe/Amsterdam, got ${echoed(timeZone)}`;
  return { rule: 'not_a_time_zone', text };
}

const colourShape = /^#[0-9a-f]{6}$/i;

export function refusalOfColour(colour: string): FieldRefusal | null {
  if (colourShape.test(colour)) return null;
  return { rule: 'wrong_type', text: 'must be a colour such as #0b6e4f' };
}

export function refusalOfLogo(logo: string): FieldRefusal | null {
  if (readDataPicture(logo)) return null;
  return { rule: 'wrong_type', text: 'must be a PNG or JPEG as a data URL' };
}

/** Days from 1 (Monday) to 7, and minutes after midnight. */
export function readWorkingHours(
  sent: object,
): { hours: WorkingHours; refusal?: never } | { hours?: never; refusal: FieldRefusal } {
  const { days, from, until } = sent as Record<string, unknown>;
  const isMinute = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= minutesPerDay;
  const areDays = Array.isArray(days) && days.length > 0 && days.every(isDay);
  if (areDays && isMinute(from) && isMinute(until) && from < until) {
    return { hours: { days: [...new Set(days)].toSorted(), from, until } };
  }
  return refused(
    'wrong_format',
    'must be days and minutes after midnight, such as {"days":[1,2,3,4,5],"from":480,"until":1020}',
  );
}

function isDay(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 7;
}
