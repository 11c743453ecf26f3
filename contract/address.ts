import { type Static, Type } from 'typebox';
import { Id, nullable } from './field-types.ts';

export const Address = Type.Object(
  {
    id: Id('Identifier of the address'),
    brandId: Id('The brand that owns it'),
    country: Type.String({ description: 'Country code, or the name as sent', examples: ['NL'] }),
    stateProvince: nullable(Type.String({ description: 'State or province' })),
    city: Type.String({ description: 'Empty when unknown', examples: ['Utrecht'] }),
    postalCode: Type.String({ description: 'Empty when unknown', examples: ['3511 LN'] }),
    street: Type.String({ description: 'Empty when unknown', examples: ['Oudegracht'] }),
    streetNumber: Type.String({ description: 'Empty when unknown', examples: ['12'] }),
    streetNumberAddition: Type.String({ description: 'Empty when there is none', examples: ['A'] }),
    latitude: Type.Number({
      minimum: -90,
      maximum: 90,
      description:
        'In degrees; of the postal code, the city or the country, whichever is the most precise known',
      examples: [52.0908],
    }),
    longitude: Type.Number({
      minimum: -180,
      maximum: 180,
      description: 'In degrees; as precise as the latitude',
      examples: [5.1222],
    }),
    locationNotes: nullable(Type.String({ description: 'How to find or enter the building' })),
  },
  { $id: 'Address', description: 'A place where work is done' },
);

export type Address = Static<typeof Address>;
