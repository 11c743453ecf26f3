// Validates a brand's settings.
import { isCountryCode } from '../addresses/country-code.ts';
import { echoed } from '../reading/cut-messages.ts';
import { type FieldRefusal, refused } from '../reading/field-message.ts';
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
