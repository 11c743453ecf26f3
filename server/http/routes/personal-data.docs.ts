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
      noteEntries: [],
      submission: {
        receivedAt: '2026-11-15T09:30:00.000Z',
        requestId: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a68',
        body: '{"customerName":"Jan Jansen","title":"Leaking kitchen tap"}',
        language: null,
      },
      idempotencyAnswers: [],
      history: [],
      webhookDeliveries: [],
    },
  ],
  waitingImportRows: [],
  requests: [],
  intakes: [],
};

export const docs = operations({
  exportCustomer: {
    summary: 'Export all data of a customer',
    description: `
Returns all personal data of one customer as a single JSON object:

- the customer, and customers merged into it;
- addresses;
- leads and jobs, each with its photos, original submission, history, webhook deliveries and responses stored for
  an \`Idempotency-Key\`;
- pending import rows and refused requests with the same e-mail address or phone number;
- what came in from the customer: forms, hooks, mails, and what was held or refused.

The response is streamed and has no size limit. It is not a snapshot: a concurrent change may show in one part and
not in another. It needs the scope \`full\`, because it holds records of every kind.
`.trim(),
    responses: json(200, 'All data of the customer', 'CustomerExport', {
      everything: ['A customer with one lead', everything],
    }),
  },
  eraseCustomer: {
    summary: 'Erase a customer',
    description: `
Permanently erases the personal data of this customer and of all customers merged into it. **This cannot be
undone.** To keep the data, archive the customer instead.

- Leads and jobs keep their status, dates, costs and category. Their title becomes “Erased” and their customer
  “Erased customer”.
- Submissions, photos, responses stored for an \`Idempotency-Key\` and addresses of nobody else are deleted.
- Events and webhook deliveries keep their type and time, with all text redacted.

Afterwards the customer cannot be read, changed or matched, and a second call returns 404. Each lead and job emits
\`lead.updated\` or \`work_item.updated\` with empty \`changes\`; \`customer.erased\` follows when all is done.
Picture files are deleted within seconds. A second pass after two minutes erases what was in flight meanwhile.
`.trim(),
    querystring: EraseQuery,
    headers: ifMatch,
    responses: {
      ...json(
        202,
        'The customer is erased; some of its leads, jobs or refused requests follow in the background',
        'ErasureUnderWay',
        {
          many: [
            'A customer with hundreds of jobs, or refused requests to scan',
            { customerId: exampleCustomer.id, status: 'erasing' },
          ],
        },
      ),
      ...empty(204, 'The customer is erased'),
    },
    errors: { 400: 'EraseNotConfirmed' },
  },
});
