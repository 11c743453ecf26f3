import { type Static, Type } from 'typebox';
import { customerFields } from './customer.ts';
import { Id, nullable, Timestamp } from './field-types.ts';
import { mergeUndoDays } from './limits.ts';

export const CustomerToMerge = Type.Object(
  { customerId: Id('The customer to merge into this one') },
  { $id: 'CustomerToMerge', description: 'The customer to merge' },
);

export const CustomerAfterMerge = Type.Object(
  { ...customerFields, mergeId: Id('The id to undo the merge with') },
  { $id: 'CustomerAfterMerge', description: 'The customer that was kept, and the merge' },
);

export const CustomerMerge = Type.Object(
  {
    id: Id('Identifier of the merge'),
    customerId: Id('The customer that was kept'),
    mergedCustomerId: Id('The customer that was merged into it'),
    createdAt: Timestamp('When they were merged'),
    undoableUntil: Timestamp(`Deadline for undoing it: ${mergeUndoDays} days after the merge`),
    undoneAt: nullable(Timestamp('When it was undone; null if it was not')),
  },
  { $id: 'CustomerMerge', description: 'The merge of one customer into another' },
);

export type CustomerMerge = Static<typeof CustomerMerge>;
