// What a patch makes of an address. Where it is on the map is looked up by who calls this.
import type { AddressPatch } from '#contract/address-patch.ts';
import { cityKeyOf, postalCodeKeyOf } from './address-keys.ts';
import type { GeoPoint } from './geocode.ts';
import type { AddressRecord } from '../records.ts';

const textFields = [
  'city',
  'postalCode',
  'street',
  'streetNumber',
  'streetNumberAddition',
] as const;
const notedFields = ['stateProvince', 'locationNotes'] as const;
const placeFields = ['country', 'stateProvince', ...textFields] as const;

/** Latitude and longitude are one thing. */
export function wrongCoordinates({ latitude, longitude }: AddressPatch): string[] {
  if (latitude !== undefined && longitude === undefined) return ['longitude must go with latitude'];
  return longitude !== undefined && latitude === undefined
    ? ['latitude must go with longitude']
    : [];
}

/** The parts of the address as they become; its place on the map is still the old one. */
export function changeParts(
  address: AddressRecord,
  patch: AddressPatch,
  brandCountry: string,
): AddressRecord {
  const changed = { ...address };
  for (const field of textFields) {
    if (patch[field] !== undefined) changed[field] = patch[field] ?? '';
  }
  for (const field of notedFields) {
    if (patch[field] !== undefined) changed[field] = patch[field];
  }
  if (patch.country !== undefined) changed.country = patch.country ?? brandCountry;
  return {
    ...changed,
    cityKey: cityKeyOf(changed.city),
    postalCodeKey: postalCodeKeyOf(changed.postalCode),
  };
}

/** The coordinates that were sent, if any. */
export function givenPoint({ latitude, longitude }: AddressPatch): GeoPoint | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude, precision: 'given' };
}

export function isOtherPlace(before: AddressRecord, after: AddressRecord): boolean {
  return placeFields.some((field) => before[field] !== after[field]);
}
