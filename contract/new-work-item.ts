import { type Static, Type } from 'typebox';
import { NewJobStatus, Source } from './enums.ts';
import { fieldOf } from './field-types.ts';
import { LeadSubmission } from './lead-submission.ts';
import { titleLengthMax } from './limits.ts';
import { jobFields } from './work-item-patch.ts';

// A new customer and address have the same fields as those of a lead.
const { firstName, lastName, email, phone, companyName } = LeadSubmission.properties;
const { street, streetNumber, streetNumberAddition, postalCode, city, country } =
  LeadSubmission.properties;

export const NewCustomer = Type.Object(
  {
    name: LeadSubmission.properties.customerName,
    firstName,
    lastName,
    email,
    phone,
    companyName,
  },
  {
    $id: 'NewCustomer',
    description: 'A customer, matched with existing customers as for a lead',
  },
);

export const NewAddress = Type.Object(
  { street, streetNumber, streetNumberAddition, postalCode, city, country },
  { $id: 'NewAddress', description: 'An address with at least a street, a postal code or a city' },
);

export const NewWorkItem = Type.Object(
  {
    title: Type.String({
      minLength: 1,
      maxLength: titleLengthMax,
      description: 'Short summary of the job',
    }),
    customerId: Type.Optional(Type.String({ description: 'A customer of the brand' })),
    customer: Type.Optional(NewCustomer),
    addressId: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description:
          'An address of the brand; null for none. By default, and without `address`, the customer’s own.',
      }),
    ),
    address: Type.Optional(NewAddress),
    status: Type.Optional(
      fieldOf(NewJobStatus, 'Default: `scheduled` when scheduledStart is given, else `pending`'),
    ),
    source: Type.Optional(fieldOf(Source, 'How it came in. Default: `manual`')),
    ...Type.Partial(Type.Object(jobFields)).properties,
  },
  {
    $id: 'NewWorkItem',
    description: 'A job, for an existing customer (`customerId`) or one described in `customer`',
  },
);

export type NewWorkItem = Static<typeof NewWorkItem>;
