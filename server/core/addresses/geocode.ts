// Geocodes an address at the finest known level.
import type { Precision } from '../records.ts';
import { countryCodeOf } from './country-code.ts';

export interface Coordinates {
  latitude: number;
  longitude: number;
}

export interface GeoPoint extends Coordinates {
  precision: Precision;
}

export interface Places {
  cityAt(countryCode: string, cityName: string): Coordinates | undefined;
  countryCentre(countryCode: string): Coordinates | undefined;
}

/** `postcode` is the address's entry in the operator's postcode table, if any. */
export function geocode(
  places: Places,
  place: { country: string; city: string },
  brandCountry: string,
  postcode: Coordinates | undefined,
): GeoPoint {
  if (postcode) return pointAt(postcode, 'postcode');
  const countryCode = countryCodeOf(place.country) ?? brandCountry;
  const city = places.cityAt(countryCode, place.city);
  if (city) return pointAt(city, 'city');
  const centre = places.countryCentre(countryCode) ?? places.countryCentre(brandCountry);
  if (!centre) throw new Error(`The brand's country is not a country code: ${brandCountry}`);
  return pointAt(centre, 'country');
}

function pointAt({ latitude, longitude }: Coordinates, precision: Precision): GeoPoint {
  return { latitude, longitude, precision };
}
