import { type Static, Type } from 'typebox';
import { CustomerStatus } from './enums.ts';
import { Id, nullable, Timestamp } from './field-types.ts';

export const customerFields = {
  id: Id('Identifier of the customer'),
  brandId: Id('The brand that owns it'),
  name: Type.String({ description: 'Full display name', examples: ['Jan Jansen'] }),
  firstName: Type.String({ description: 'Empty when unknown', examples: ['Jan'] }),
  lastName: Type.String({ description: 'Empty when unknown', examples: ['Jansen'] }),
  email: Type.String({ description: 'Empty when unknown', examples: ['jan@example.com'] }),
  phone: Type.String({ description: 'Empty when unknown', examples: ['+31 6 12345678'] }),
  secondaryPhone: nullable(Type.String({ description: 'Another number, if any' })),
  companyName: Type.String({ description: 'Empty for a private person' }),
  isCompany: Type.Boolean({ description: 'Whether a company name was given' }),
  status: CustomerStatus,
  addressId: Type.String({ description: 'Empty when the customer has no address' }),
  notes: nullable(Type.String({ description: 'Notes about the customer' })),
  tags: nullable(Type.Array(Type.String(), { description: 'The brand’s own labels' })),
  createdAt: Timestamp('When the record was created'),
  updatedAt: Timestamp('When the record was last changed'),
  createdBy: nullable(Id('Member who created the record; null when it came through the API')),
  updatedBy: nullable(Id('Member who last changed the record')),
  deletedAt: nullable(Timestamp('When it was deleted')),
  archivedAt: nullable(Timestamp('When it was archived')),
};

export const Customer = Type.Object(customerFields, {
  $id: 'Customer',
  description: 'A person or company that the work is for',
});

export type Customer = Static<typeof Customer>;
