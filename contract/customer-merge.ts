import { type Static, Type } from 'typebox';
import { customerFields } from './customer.ts';
import { Id, nullable, Timestamp } from './field-types.ts';
import { mergeUndoDays } from './limits.ts';

export const CustomerToMerge = Type.Object(
  { customerId: Id('The other customer, which becomes part of this one') },
  { $id: 'CustomerToMerge', description: 'Which customer is to be merged' },
);

export const CustomerAfterMerge = Type.Object(
  { ...customerFields, mergeId: Id('By which the merge can be undone') },
  { $id: 'CustomerAfterMerge', description: 'The customer that was kept, and the merge' },
);

export const CustomerMerge = Type.Object(
  {
    id: Id('Identifier of the merge'),
    customerId: Id('The customer that was kept'),
    mergedCustomerId: Id('The customer that became part of it'),
    createdAt: Timestamp('When they were merged'),
    undoableUntil: Timestamp(`Until when it can be undone: ${mergeUndoDays} days after the merge`),
    undoneAt: nullable(Timestamp('When it was undone; null when it was not')),
  },
  { $id: 'CustomerMerge', description: 'One customer that became part of another' },
);

export type CustomerMerge = Static<typeof CustomerMerge>;
