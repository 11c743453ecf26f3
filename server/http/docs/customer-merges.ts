import { Type } from 'typebox';
import type { CustomerMerge } from '#contract/customer-merge.ts';
import { Id } from '#contract/field-types.ts';
import { mergedCustomersMax, mergeUndoDays, pageSizeDefault } from '#contract/limits.ts';
import { CustomerMergeListQuery } from '#contract/list-query.ts';
import { headers, json } from './answer.ts';
import { exampleCustomer } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, notModified, responses } from './operation.ts';

const params = Type.Object({ id: Id('Identifier of the customer that is kept') });
const tags = ['Customers'];
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

export const mergeCustomerDocs = {
  operationId: 'mergeCustomer',
  summary: 'Merge another customer into this one',
  description: `
For two records of one person. What this customer lacks is taken over from the other: names, e-mail address,
phone number, company, address; a second phone number becomes \`secondaryPhone\`, notes are put together and
tags united. All leads and jobs of the other become this one's.

The other is gone from the lists. New leads with its e-mail address or phone number belong to this customer.
For ${mergeUndoDays} days the merge can be undone. At most ${mergedCustomersMax} customers can become one.
`.trim(),
  tags,
  params,
  headers: Type.Object({
    'If-Match': Type.Optional(
      Type.String({ description: 'The ETag of the version that is to be kept, and no other' }),
    ),
  }),
  'x-request-body': {
    required: true,
    description: 'Which customer is to be merged into this one',
    content: json('CustomerToMerge', {
      other: { summary: 'The other customer', value: { customerId: otherId } },
    }),
  },
  'x-responses': responses(
    {
      200: {
        description:
          'The customer that was kept, as it is now; a key that may not read gets id, mergeId and updatedAt',
        headers: headers(...callerHeaders, 'ETag'),
        content: json('CustomerAfterMerge', {
          merged: {
            summary: 'With a second phone number',
            value: {
              ...exampleCustomer,
              secondaryPhone: '020-7654321',
              updatedAt: mergedAt,
              mergeId,
            },
          },
        }),
      },
    },
    {
      400: 'InvalidBody',
      404: 'NoCustomer',
      409: 'RefusedMerge',
      412: 'ChangedMeanwhile',
      413: 'BodyTooLarge',
      415: 'NotJson',
    },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const listCustomerMergesDocs = {
  operationId: 'listCustomerMerges',
  summary: 'List what was merged into a customer',
  description: 'The latest first, also those that were undone.',
  tags,
  params,
  querystring: CustomerMergeListQuery,
  'x-responses': responses(
    {
      200: {
        description: 'A page of merges; the Link header leads to the next one',
        headers: headers(...callerHeaders, 'Link', 'ETag'),
        content: json('CustomerMergePage', {
          page: {
            summary: 'One that can still be undone',
            value: { data: [exampleMerge], limit: pageSizeDefault },
          },
        }),
      },
      304: notModified,
    },
    { 400: 'InvalidQuery', 404: 'NoCustomer' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const undoCustomerMergeDocs = {
  operationId: 'undoCustomerMerge',
  summary: 'Undo a merge',
  description: `
The other customer is back as it was, with the leads and jobs that it had. Fields of this customer that the
merge filled in get their earlier value, unless somebody has changed them since. Leads that came after the
merge stay with this customer.

A merge can be undone for ${mergeUndoDays} days. When this customer was itself merged into another since, that
merge has to be undone first.
`.trim(),
  tags,
  params: Type.Object({
    id: Id('Identifier of the customer that was kept'),
    mergeId: Id('Identifier of the merge'),
  }),
  'x-responses': responses(
    {
      200: {
        description:
          'The customer that was kept, as it is now; a key that may not read gets id and updatedAt',
        headers: headers(...callerHeaders, 'ETag'),
        content: json('Customer', {
          undone: { summary: 'As it was before', value: exampleCustomer },
        }),
      },
    },
    { 400: 'InvalidAddress', 404: 'NoCustomer', 409: 'RefusedMerge' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
