import type { CustomerMerge } from '#contract/customer-merge.ts';
import { mergedCustomersMax, mergeUndoDays } from '#contract/limits.ts';
import { CustomerMergeListQuery } from '#contract/list-query.ts';
import { exampleCustomer } from '../docs/examples.ts';
import { changedRecord, ifMatch, operations, page, requestBody } from '../docs/operation.ts';

const otherId = '019a86d0-2b7c-7e15-94aa-6d0f8c3e1b52';
const mergeId = '019a86d1-5c20-7a94-8f3e-1b7d6e0a4c95';
const mergedAt = '2026-11-15T13:05:00.000Z';

const exampleMerge: CustomerMerge = {
  id: mergeId,
  customerId: exampleCustomer.id,
  mergedCustomerId: otherId,
  createdAt: mergedAt,
  undoableUntil: '2026-12-15T13:05:00.000Z',
  undoneAt: null,
};

export const docs = operations({
  mergeCustomer: {
    summary: 'Merge another customer into this one',
    description: `
For duplicate records of one person. Empty fields of this customer are filled from the other: names, e-mail
address, phone number, company, address. A second phone number becomes \`secondaryPhone\`, notes are joined and
tags combined. All leads and jobs of the other customer move to this one.

The other customer leaves the lists. New leads with its e-mail address or phone number go to this customer.
A merge can be undone for ${mergeUndoDays} days. At most ${mergedCustomersMax} customers can be merged into one.
`.trim(),
    headers: ifMatch,
    requestBody: requestBody('CustomerToMerge', 'The customer to merge into this one', {
      other: ['The other customer', { customerId: otherId }],
    }),
    responses: changedRecord('The merged customer', 'CustomerAfterMerge', 'CustomerMergeReceipt', [
      'With a second phone number',
      { ...exampleCustomer, secondaryPhone: '020-7654321', updatedAt: mergedAt, mergeId },
    ]),
    errors: { 409: 'MergeConflict' },
  },
  listCustomerMerges: {
    summary: 'List the merges of a customer',
    description: 'Customers merged into this one, latest first, including undone merges.',
    querystring: CustomerMergeListQuery,
    responses: page('merges', 'CustomerMergePage', [
      'A merge that can still be undone',
      exampleMerge,
    ]),
  },
  undoCustomerMerge: {
    summary: 'Undo a merge',
    description: `
Restores the other customer with the leads and jobs it had. Fields that the merge filled in get their earlier
value back, unless they were changed since. Leads created after the merge stay with this customer.

A merge can be undone for ${mergeUndoDays} days. If this customer was itself merged into another since, undo that
merge first.
`.trim(),
    responses: changedRecord('The remaining customer', 'Customer', 'CustomerReceipt', [
      'As it was before',
      exampleCustomer,
    ]),
    errors: { 409: 'MergeConflict' },
  },
});
