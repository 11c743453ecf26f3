import { type Static, Type } from 'typebox';
import { nullableText } from './field-types.ts';
import {
  cityLengthMax,
  countryLengthMax,
  longTextLengthMax,
  nameLengthMax,
  postalCodeLengthMax,
  streetLengthMax,
  streetNumberLengthMax,
} from './limits.ts';

export const AddressPatch = Type.Partial(
  Type.Object({
    country: nullableText(countryLengthMax, 'Country code or name; null for the brand’s own'),
    stateProvince: nullableText(nameLengthMax, 'State or province'),
    city: nullableText(cityLengthMax, 'Town or city'),
    postalCode: nullableText(postalCodeLengthMax, 'Postal code'),
    street: nullableText(streetLengthMax, 'Street name'),
    streetNumber: nullableText(streetNumberLengthMax, 'House number'),
    streetNumberAddition: nullableText(streetNumberLengthMax, 'Addition to the house number'),
    locationNotes: nullableText(longTextLengthMax, 'How to find or enter the building'),
    latitude: Type.Number({
      minimum: -90,
      maximum: 90,
      description: 'In degrees; requires `longitude`',
    }),
    longitude: Type.Number({
      minimum: -180,
      maximum: 180,
      description: 'In degrees; requires `latitude`',
    }),
  }),
  {
    $id: 'AddressPatch',
    description: 'Only the fields to change; null clears a field (JSON Merge Patch, RFC 7396)',
  },
);

export type AddressPatch = Static<typeof AddressPatch>;
