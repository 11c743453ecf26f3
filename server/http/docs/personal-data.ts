import { Type } from 'typebox';
import { type CustomerExport, EraseQuery } from '#contract/customer-export.ts';
import { Id } from '#contract/field-types.ts';
import { headers, json } from './answer.ts';
import { exampleAddress, exampleCustomer, newLeadWithoutAddress } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

const params = Type.Object({ id: Id('Identifier of the customer') });
const tags = ['Customers'];

const everything: CustomerExport = {
  exportedAt: '2026-11-15T09:30:00.000Z',
  customer: exampleCustomer,
  mergedCustomers: [],
  merges: [],
  addresses: [exampleAddress],
  history: [],
  webhookDeliveries: [],
  workItems: [
    {
      ...newLeadWithoutAddress,
      address: null,
      formerAddresses: [],
      photos: [],
      submission: {
        receivedAt: '2026-11-15T09:30:00.000Z',
        requestId: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a68',
        body: '{"customerName":"Jan Jansen","title":"Leaking kitchen tap"}',
      },
      idempotencyAnswers: [],
      history: [],
      webhookDeliveries: [],
    },
  ],
  waitingImportRows: [],
  requests: [],
};

export const exportCustomerDocs = {
  operationId: 'exportCustomer',
  summary: 'Export everything kept of a customer',
  description:
    'All that the service has of one person, as one JSON object: the customer and those that were merged into it, ' +
    'addresses, every lead and job with its photos, what was sent to make it, what happened to it, what was sent ' +
    'of it to webhooks and answered by them, remembered answers, and, where they have the same e-mail address or ' +
    'phone number, rows of imports that still wait for their turn and refused requests. It is sent while it is ' +
    'read, so it has no bound; a change made meanwhile may be in one part and not in another. Because it shows ' +
    'records of every kind, only a key with the scope `full` gets it.',
  tags,
  params,
  'x-responses': responses(
    {
      200: {
        description: 'Everything',
        headers: headers(...callerHeaders),
        content: json('CustomerExport', {
          everything: { summary: 'A customer with one lead', value: everything },
        }),
      },
    },
    { 400: 'InvalidAddress', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const eraseCustomerDocs = {
  operationId: 'eraseCustomer',
  summary: 'Erase a customer for good',
  description:
    'Removes the personal data of this customer, and of all that were merged into it, everywhere. **There is no ' +
    'way back.** Leads and jobs stay with their status, dates, costs and category, titled “Erased” and without a ' +
    'word about the person; they refer to an “Erased customer”. What was sent to make them, photos, remembered ' +
    'answers and addresses that nobody else has are gone; events and the log of webhooks keep what happened ' +
    'and when, without texts. The customer can then no longer be read, changed or matched, and a second call is ' +
    'answered with 404. Each lead and job is told of as `lead.updated` or `work_item.updated` with empty ' +
    '`changes`, and an event `customer.erased` tells when everything is done. Files of pictures are removed ' +
    'within seconds, and a last look for what was under way at that moment follows two minutes later. There is no ' +
    'other way to delete a customer: one that is only to be out of use is archived.',
  tags,
  params,
  querystring: EraseQuery,
  headers: Type.Object({
    'If-Match': Type.Optional(
      Type.String({ description: 'The ETag of the version that is to be erased, and no other' }),
    ),
  }),
  'x-responses': responses(
    {
      202: {
        description:
          'The customer is erased; some of its many leads and jobs, or refused requests that may tell of it, are still to come',
        headers: headers(...callerHeaders),
        content: json('ErasureUnderWay', {
          many: {
            summary: 'A customer with hundreds of jobs, or of a brand with refused requests',
            value: { customerId: exampleCustomer.id, status: 'erasing' },
          },
        }),
      },
      204: { description: 'The customer is erased', headers: headers(...callerHeaders) },
    },
    { 400: 'EraseNotMeant', 404: 'NotFound', 412: 'ChangedMeanwhile' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
