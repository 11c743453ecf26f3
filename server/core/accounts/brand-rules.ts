// Validates a brand's settings. A refusal follows the name of the setting.
import { isCountryCode } from '../addresses/country-code.ts';
import { echoed } from '../reading/cut-messages.ts';
import { isTimeZone } from '../time-zone.ts';

/** Returns the code in upper case. */
export function readBrandCountry(
  typed: string,
): { country: string; refusal?: never } | { country?: never; refusal: string } {
  const country = typed.toUpperCase();
  if (isCountryCode(country)) return { country };
  return { refusal: `must be a two-letter code such as NL, got ${echoed(typed)}` };
}

export function refusalOfTimeZone(timeZone: string): string | null {
  return isTimeZone(timeZone)
    ? null
    : `must be a name such as Europe/Amsterdam, got ${echoed(timeZone)}`;
}
