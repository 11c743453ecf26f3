import { plainName } from '#core/addresses/place-name.ts';

const umlautCountries = new Set(['DE', 'AT', 'CH', 'LI', 'LU']);
const nordicCountries = new Set(['DK', 'NO', 'SE', 'FI', 'AX', 'FO']);

/** The key of a city in the index: country code and plain name. */
export function cityKey(countryCode: string, cityName: string): string | undefined {
  const name = plainName(cityName);
  return name === '' ? undefined : countryCode + withoutSpelledUmlauts(countryCode, name);
}

/** "Muenchen" equals "München" and "Aarhus" equals "Århus", but a Dutch "oe" or "aa" is its own vowel. */
function withoutSpelledUmlauts(countryCode: string, name: string): string {
  if (umlautCountries.has(countryCode)) return name.replace(/([aou])e/g, '$1');
  if (nordicCountries.has(countryCode)) return name.replace(/a[ae]|oe/g, (pair) => pair.charAt(0));
  return name;
}
