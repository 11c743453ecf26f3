// What a key that may write but not read gets instead of the changed record.
import { Type } from 'typebox';
import { Address } from './address.ts';
import { CustomerAfterMerge } from './customer-merge.ts';
import { Customer } from './customer.ts';
import { WorkItem } from './work-item.ts';

const description = 'The outcome of a change, for a key that may not read the record';

export const WorkItemReceipt = Type.Pick(WorkItem, ['id', 'status', 'updatedAt'], {
  $id: 'WorkItemReceipt',
  description,
});

export const CustomerReceipt = Type.Pick(Customer, ['id', 'updatedAt'], {
  $id: 'CustomerReceipt',
  description,
});

export const CustomerMergeReceipt = Type.Pick(CustomerAfterMerge, ['id', 'updatedAt', 'mergeId'], {
  $id: 'CustomerMergeReceipt',
  description,
});

export const AddressReceipt = Type.Pick(Address, ['id'], { $id: 'AddressReceipt', description });
