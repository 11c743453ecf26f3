import { type CustomerExport, EraseQuery } from '#contract/customer-export.ts';
import { exampleAddress, exampleCustomer, newLeadWithoutAddress } from '../docs/examples.ts';
import { ifMatch, operations } from '../docs/operation.ts';
import { empty, json } from '../docs/response.ts';

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

export const docs = operations({
  exportCustomer: {
    summary: 'Export everything kept of a customer',
    description:
      'All that the service has of one person, as one JSON object: the customer and those that were merged into it, ' +
      'addresses, every lead and job with its photos, what was sent to make it, what happened to it, what was sent ' +
      'of it to webhooks and answered by them, remembered answers, and, where they have the same e-mail address or ' +
      'phone number, rows of imports that still wait for their turn and refused requests. It is sent while it is ' +
      'read, so it has no bound; a change made meanwhile may be in one part and not in another. Because it shows ' +
      'records of every kind, only a key with the scope `full` gets it.',
    responses: {
      200: json('Everything', 'CustomerExport', {
        everything: ['A customer with one lead', everything],
      }),
    },
  },
  eraseCustomer: {
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
    querystring: EraseQuery,
    headers: ifMatch,
    responses: {
      202: json(
        'The customer is erased; some of its many leads and jobs, or refused requests that may tell of it, are still to come',
        'ErasureUnderWay',
        {
          many: [
            'A customer with hundreds of jobs, or of a brand with refused requests',
            { customerId: exampleCustomer.id, status: 'erasing' },
          ],
        },
      ),
      204: empty('The customer is erased'),
    },
    errors: { 400: 'EraseNotMeant' },
  },
});
