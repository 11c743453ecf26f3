import { type Static, Type } from 'typebox';
import { digitPattern } from './field-patterns.ts';
import { oneOf } from './field-types.ts';
import {
  cityLengthMax,
  countryLengthMax,
  emailLengthMax,
  nameLengthMax,
  phoneLengthMax,
  postalCodeLengthMax,
  streetLengthMax,
  streetNumberLengthMax,
  titleLengthMax,
} from './limits.ts';
import { sources } from './work-item-lists.ts';
import { jobFields } from './work-item-patch.ts';

const text = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }));

export const NewCustomer = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: nameLengthMax,
      description: 'Full name, as it is shown',
      examples: ['Jan Jansen'],
    }),
    firstName: text(nameLengthMax, 'First name', 'Jan'),
    lastName: text(nameLengthMax, 'Last name', 'Jansen'),
    email: Type.Optional(
      Type.String({
        maxLength: emailLengthMax,
        format: 'email',
        description: 'Finds a customer who is known already',
        examples: ['jan@example.com'],
      }),
    ),
    phone: Type.Optional(
      Type.String({
        maxLength: phoneLengthMax,
        pattern: digitPattern,
        description: 'Finds a customer who is known already, by its last nine digits',
        examples: ['+31 6 12345678'],
      }),
    ),
    companyName: text(nameLengthMax, 'Makes the customer a company', 'Jansen BV'),
  },
  { $id: 'NewCustomer', description: 'A customer, matched with those who are known as leads are' },
);

export const NewAddress = Type.Object(
  {
    street: text(streetLengthMax, 'Street name', 'Oudegracht'),
    streetNumber: text(streetNumberLengthMax, 'House number', '12'),
    streetNumberAddition: text(streetNumberLengthMax, 'Addition to the house number', 'A'),
    postalCode: text(postalCodeLengthMax, 'Postal code', '3511 LN'),
    city: text(cityLengthMax, 'Town or city', 'Utrecht'),
    country: text(countryLengthMax, 'Country code or name; the brand’s own when left out', 'NL'),
  },
  { $id: 'NewAddress', description: 'A place; at least a street, a postal code or a city' },
);

export const NewWorkItem = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: titleLengthMax, description: 'In a few words' }),
    customerId: Type.Optional(Type.String({ description: 'A customer of the brand' })),
    customer: Type.Optional(NewCustomer),
    addressId: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description:
          'An address of the brand; null for none. Without it and without `address`, the customer’s own.',
      }),
    ),
    address: Type.Optional(NewAddress),
    status: Type.Optional(
      oneOf(['pending', 'scheduled'], 'By default scheduled when a start is given, else pending'),
    ),
    source: Type.Optional(oneOf(sources, 'How it came in', { default: 'manual' })),
    ...Type.Partial(Type.Object(jobFields)).properties,
  },
  {
    $id: 'NewWorkItem',
    description: 'A job, for a customer who is known (`customerId`) or described (`customer`)',
  },
);

export type NewWorkItem = Static<typeof NewWorkItem>;
