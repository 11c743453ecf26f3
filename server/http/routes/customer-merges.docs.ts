import type { CustomerMerge } from '#contract/customer-merge.ts';
import { mergedCustomersMax, mergeUndoDays } from '#contract/limits.ts';
import { CustomerMergeListQuery } from '#contract/list-query.ts';
import { exampleCustomer } from '../docs/examples.ts';
import { ifMatch, operations, page, record, requestBody } from '../docs/operation.ts';

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
For two records of one person. What this customer lacks is taken over from the other: names, e-mail address,
phone number, company, address; a second phone number becomes \`secondaryPhone\`, notes are put together and
tags united. All leads and jobs of the other become this one's.

The other is gone from the lists. New leads with its e-mail address or phone number belong to this customer.
For ${mergeUndoDays} days the merge can be undone. At most ${mergedCustomersMax} customers can become one.
`.trim(),
    headers: ifMatch,
    requestBody: requestBody('CustomerToMerge', 'Which customer is to be merged into this one', {
      other: ['The other customer', { customerId: otherId }],
    }),
    responses: record(
      'The customer that was kept, as it is now; a key that may not read gets id, mergeId and updatedAt',
      'CustomerAfterMerge',
      {
        merged: [
          'With a second phone number',
          {
            ...exampleCustomer,
            secondaryPhone: '020-7654321',
            updatedAt: mergedAt,
            mergeId,
          },
        ],
      },
    ),
    errors: { 409: 'RefusedMerge' },
  },
  listCustomerMerges: {
    summary: 'List what was merged into a customer',
    description: 'The latest first, also those that were undone.',
    querystring: CustomerMergeListQuery,
    responses: page('merges', 'CustomerMergePage', ['One that can still be undone', exampleMerge]),
  },
  undoCustomerMerge: {
    summary: 'Undo a merge',
    description: `
The other customer is back as it was, with the leads and jobs that it had. Fields of this customer that the
merge filled in get their earlier value, unless somebody has changed them since. Leads that came after the
merge stay with this customer.

A merge can be undone for ${mergeUndoDays} days. When this customer was itself merged into another since, that
merge has to be undone first.
`.trim(),
    responses: record(
      'The customer that was kept, as it is now; a key that may not read gets id and updatedAt',
      'Customer',
      { undone: ['As it was before', exampleCustomer] },
    ),
    errors: { 409: 'RefusedMerge' },
  },
});
