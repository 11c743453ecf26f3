import { plannedJob } from '../docs/examples.ts';
import { idempotencyKey, operations, requestBody } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

export const docs = operations({
  createWorkItem: {
    summary: 'Create a job',
    description: `
Makes a job without a lead before it, \`scheduled\` when a \`scheduledStart\` is sent and \`pending\` otherwise.

Who it is for: a customer of the brand by \`customerId\`, or a \`customer\` with a name and what else is known,
who is looked for by e-mail address and phone number as for a lead, and made when there is none.

Where it is: an address of the brand by \`addressId\`, a new \`address\`, or, when neither is sent, the address
of the customer; \`"addressId": null\` for none.
`.trim(),
    headers: idempotencyKey,
    requestBody: requestBody('NewWorkItem', 'The job', {
      known: [
        'For a customer who is known',
        { title: 'Yearly check of the boiler', customerId: plannedJob.customerId },
      ],
      new: [
        'For somebody new, with a date',
        {
          title: 'Replace the gutter',
          customer: { name: 'Jan Jansen', phone: '+31 6 12345678' },
          address: { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' },
          scheduledStart: '2026-11-20T09:00:00+01:00',
          scheduledEnd: '2026-11-20T12:00:00+01:00',
        },
      ],
    }),
    responses: {
      201: json(
        'The job is made, or was made by an earlier call with the same Idempotency-Key',
        'WorkItem',
        { job: ['The job', plannedJob] },
        'Location',
      ),
    },
  },
});
