import { type Static, Type } from 'typebox';
import { digitPattern } from './field-patterns.ts';
import { nullable } from './field-types.ts';
import {
  emailLengthMax,
  longTextLengthMax,
  nameLengthMax,
  phoneLengthMax,
  tagLengthMax,
  tagsMax,
} from './limits.ts';

const text = (maxLength: number, description: string) =>
  nullable(Type.String({ maxLength, description }));

const phone = (description: string) =>
  nullable(Type.String({ maxLength: phoneLengthMax, pattern: digitPattern, description }));

export const CustomerPatch = Type.Partial(
  Type.Object({
    name: Type.String({
      minLength: 1,
      maxLength: nameLengthMax,
      description: 'Full display name; cannot be emptied',
    }),
    firstName: text(nameLengthMax, 'First name'),
    lastName: text(nameLengthMax, 'Last name'),
    email: nullable(
      Type.String({
        maxLength: emailLengthMax,
        format: 'email',
        description: 'New leads with this address belong to the customer from then on',
      }),
    ),
    phone: phone('New leads with this number belong to the customer from then on'),
    secondaryPhone: phone('Another number; leads are not matched by it'),
    companyName: text(
      nameLengthMax,
      'Makes the customer a company, unless isCompany says otherwise',
    ),
    isCompany: Type.Boolean({ description: 'Whether it is a company' }),
    addressId: nullable(Type.String({ description: 'An address of the brand; null for none' })),
    notes: text(longTextLengthMax, 'Remarks about the customer'),
    tags: nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: tagLengthMax }), {
        maxItems: tagsMax,
        description: 'Labels; the list takes the place of the one before',
      }),
    ),
    archivedAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'A time puts the customer into the archive, null takes it out',
      }),
    ),
  }),
  {
    $id: 'CustomerPatch',
    description:
      'Only the fields to be changed; null empties a field that can be empty (JSON Merge Patch, RFC 7396)',
  },
);

export type CustomerPatch = Static<typeof CustomerPatch>;
