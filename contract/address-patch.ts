import { type Static, Type } from 'typebox';
import { nullable } from './field-types.ts';
import {
  cityLengthMax,
  countryLengthMax,
  longTextLengthMax,
  nameLengthMax,
  postalCodeLengthMax,
  streetLengthMax,
  streetNumberLengthMax,
} from './limits.ts';

const text = (maxLength: number, description: string) =>
  nullable(Type.String({ maxLength, description }));

export const AddressPatch = Type.Partial(
  Type.Object({
    country: text(countryLengthMax, 'Country code or name; null for the brand’s own'),
    stateProvince: text(nameLengthMax, 'State or province'),
    city: text(cityLengthMax, 'Town or city'),
    postalCode: text(postalCodeLengthMax, 'Postal code'),
    street: text(streetLengthMax, 'Street name'),
    streetNumber: text(streetNumberLengthMax, 'House number'),
    streetNumberAddition: text(streetNumberLengthMax, 'Addition to the house number'),
    locationNotes: text(longTextLengthMax, 'How to find or enter the place'),
    latitude: Type.Number({
      minimum: -90,
      maximum: 90,
      description: 'In degrees; goes with a longitude',
    }),
    longitude: Type.Number({
      minimum: -180,
      maximum: 180,
      description: 'In degrees; goes with a latitude',
    }),
  }),
  {
    $id: 'AddressPatch',
    description: 'Only the fields to be changed; null empties a field (JSON Merge Patch, RFC 7396)',
  },
);

export type AddressPatch = Static<typeof AddressPatch>;
