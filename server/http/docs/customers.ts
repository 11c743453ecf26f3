import { Type } from 'typebox';
import type { Customer } from '#contract/customer.ts';
import { Id } from '#contract/field-types.ts';
import { pageSizeDefault } from '#contract/limits.ts';
import { CustomerListQuery } from '#contract/list-query.ts';
import { headers, json } from './answer.ts';
import { exampleCustomer } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, notModified, responses } from './operation.ts';

const params = Type.Object({ id: Id('Identifier of the customer') });
const ifMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({ description: 'The ETag of the version that is to be changed, and no other' }),
  ),
});
const tags = ['Customers'];

export const listCustomersDocs = {
  operationId: 'listCustomers',
  summary: 'List customers',
  description:
    'The brand’s customers, the newest first. Several filters narrow each other down. Customers that ' +
    'were merged into others are not listed.',
  tags,
  querystring: CustomerListQuery,
  'x-responses': responses(
    {
      200: {
        description: 'A page of customers; the Link header leads to the next one',
        headers: headers(...callerHeaders, 'Link', 'ETag'),
        content: json('CustomerPage', {
          page: {
            summary: 'A page with one customer',
            value: { data: [exampleCustomer], limit: pageSizeDefault },
          },
        }),
      },
      304: notModified,
    },
    { 400: 'InvalidQuery' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const getCustomerDocs = {
  operationId: 'getCustomer',
  summary: 'Read one customer',
  description:
    'The customer by its identifier. For one that was merged into another the answer is 404, and its ' +
    'message names the other.',
  tags,
  params,
  'x-responses': responses(
    {
      200: {
        description: 'The customer',
        headers: headers(...callerHeaders, 'ETag'),
        content: json('Customer', { customer: { summary: 'A person', value: exampleCustomer } }),
      },
      304: notModified,
    },
    { 400: 'InvalidAddress', 404: 'NoCustomer' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

const changed = (summary: string, value: Customer) => ({
  200: {
    description: 'The customer as it is now; a key that may not read gets id and updatedAt',
    headers: headers(...callerHeaders, 'ETag'),
    content: json('Customer', { changed: { summary, value } }),
  },
});

const changedAt = '2026-11-15T13:05:00.000Z';
const archived: Customer = {
  ...exampleCustomer,
  status: 'archived',
  archivedAt: changedAt,
  updatedAt: changedAt,
};

export const patchCustomerDocs = {
  operationId: 'updateCustomer',
  summary: 'Change a customer',
  description:
    'Send the fields to be changed, and no others (JSON Merge Patch). New leads are matched by the new ' +
    'e-mail address and phone number from then on, and the customer’s leads and jobs are found by the new ' +
    'words. Every change is kept as an event; a patch that changes nothing leaves no trace.',
  tags,
  params,
  headers: ifMatch,
  'x-request-body': {
    required: true,
    description: 'The fields to be changed',
    content: json('CustomerPatch', {
      phone: { summary: 'Another phone number', value: { phone: '+31 6 87654321' } },
      emptied: { summary: 'Empty a field', value: { notes: null } },
      archived: { summary: 'Into the archive', value: { archivedAt: changedAt } },
    }),
  },
  'x-responses': responses(
    changed('With another phone number', {
      ...exampleCustomer,
      phone: '+31 6 87654321',
      updatedAt: changedAt,
    }),
    {
      400: 'InvalidBody',
      404: 'NoCustomer',
      412: 'ChangedMeanwhile',
      413: 'BodyTooLarge',
      415: 'NotJson',
    },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

const ofArchive = { 400: 'InvalidAddress', 404: 'NoCustomer', 412: 'ChangedMeanwhile' } as const;

export const archiveCustomerDocs = {
  operationId: 'archiveCustomer',
  summary: 'Put a customer into the archive',
  description:
    'An archived customer is matched by no new lead, and lists show it only when asked to. One that is ' +
    'there already stays as it is.',
  tags,
  params,
  headers: ifMatch,
  'x-responses': responses(changed('In the archive', archived), ofArchive),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const unarchiveCustomerDocs = {
  operationId: 'unarchiveCustomer',
  summary: 'Take a customer out of the archive',
  description: 'New leads are matched by its e-mail address and phone number again.',
  tags,
  params,
  headers: ifMatch,
  'x-responses': responses(
    changed('Back again', { ...exampleCustomer, updatedAt: changedAt }),
    ofArchive,
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
