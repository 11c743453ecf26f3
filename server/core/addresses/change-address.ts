// Applies a patch to an address, or creates one. The caller geocodes it.
import type { AddressPatch } from '#contract/address-patch.ts';
import { type FieldMessage, about } from '../reading/field-message.ts';
import { cityKeyOf, postalCodeKeyOf } from './address-keys.ts';
import { emptyAddress } from './empty-address.ts';
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

/** An address without coordinates. */
type AddressParts = Omit<AddressRecord, keyof GeoPoint>;

/** Latitude and longitude must be sent together. */
export function wrongCoordinates({ latitude, longitude }: AddressPatch): FieldMessage[] {
  if (latitude !== undefined && longitude === undefined)
    return [about('longitude', 'needs_other', 'must be sent with latitude')];
  return longitude !== undefined && latitude === undefined
    ? [about('latitude', 'needs_other', 'must be sent with longitude')]
    : [];
}

/** Validates the parts of a new address. */
export function wrongNewParts(parts: AddressPatch): FieldMessage[] {
  const isPlace = parts.street || parts.postalCode || parts.city;
  const missing = about('street', 'no_place', 'is required: send it, a postalCode or a city');
  return [...(isPlace ? [] : [missing]), ...wrongCoordinates(parts)];
}

export function newParts(
  { brandId, id, createdAt }: Pick<AddressRecord, 'brandId' | 'id' | 'createdAt'>,
  parts: AddressPatch,
  brandCountry: string,
): AddressParts {
  const blank = { ...emptyAddress, brandId, id, version: 1, createdAt, country: brandCountry };
  return changeParts(blank, parts, brandCountry);
}

export function changeParts(
  address: AddressParts,
  patch: AddressPatch,
  brandCountry: string,
): AddressParts {
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

/** The coordinates of the patch, if any. */
export function givenPoint({ latitude, longitude }: AddressPatch): GeoPoint | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude, precision: 'given' };
}

export function isOtherPlace(before: AddressParts, after: AddressParts): boolean {
  return placeFields.some((field) => before[field] !== after[field]);
}
