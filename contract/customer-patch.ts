import { type Static, Type } from 'typebox';
import { mustHave } from './field-patterns.ts';
import { nullable, nullableTags, nullableText } from './field-types.ts';
import { emailLengthMax, longTextLengthMax, nameLengthMax, phoneLengthMax } from './limits.ts';

const phone = (description: string) =>
  nullable(
    Type.String({
      maxLength: phoneLengthMax,
      [mustHave]: 'digit',
      description: `${description}. Must have at least one digit`,
    }),
  );

export const CustomerPatch = Type.Partial(
  Type.Object({
    name: Type.String({
      minLength: 1,
      maxLength: nameLengthMax,
      description: 'Full display name; cannot be cleared',
    }),
    firstName: nullableText(nameLengthMax, 'First name'),
    lastName: nullableText(nameLengthMax, 'Last name'),
    email: nullable(
      Type.String({
        maxLength: emailLengthMax,
        format: 'idn-email',
        description: 'Future leads with this address are matched to the customer',
      }),
    ),
    phone: phone('Future leads with this number are matched to the customer'),
    secondaryPhone: phone('Another number; not used for matching'),
    companyName: nullableText(
      nameLengthMax,
      'Makes the customer a company, unless isCompany says otherwise',
    ),
    isCompany: Type.Boolean({ description: 'Whether it is a company' }),
    addressId: nullable(Type.String({ description: 'An address of the brand; null for none' })),
    notes: nullableText(longTextLengthMax, 'Notes about the customer'),
    tags: nullableTags,
    archivedAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'A time archives the customer, null restores it',
      }),
    ),
  }),
  {
    $id: 'CustomerPatch',
    description:
      'Only the fields to change; null clears a field that may be empty (JSON Merge Patch, RFC 7396)',
  },
);

export type CustomerPatch = Static<typeof CustomerPatch>;
