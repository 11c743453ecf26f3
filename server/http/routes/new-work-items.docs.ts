import { plannedJob } from '../docs/examples.ts';
import { idempotencyKey, operations, requestBody } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

export const docs = operations({
  createWorkItem: {
    summary: 'Create a job',
    description: `
Creates a job without a lead: \`scheduled\` if \`scheduledStart\` is sent, otherwise \`pending\`.

**Customer**: an existing one by \`customerId\`, or a \`customer\` with at least a name, which is matched by
e-mail address and phone number as for a lead, and created if none matches.

**Address**: an existing one by \`addressId\`, a new \`address\`, or by default the address of the customer;
\`"addressId": null\` for none.
`.trim(),
    headers: idempotencyKey,
    requestBody: requestBody('NewWorkItem', 'The job', {
      known: [
        'For an existing customer',
        { title: 'Annual boiler service', customerId: plannedJob.customerId },
      ],
      new: [
        'For a new customer, with a date',
        {
          title: 'Replace the gutter',
          customer: { name: 'Jan Jansen', phone: '+31 6 12345678' },
          address: { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' },
          scheduledStart: '2026-11-20T09:00:00+01:00',
          scheduledEnd: '2026-11-20T12:00:00+01:00',
        },
      ],
    }),
    responses: json(
      201,
      'The job was created, now or by an earlier call with the same Idempotency-Key',
      'WorkItem',
      { job: ['The job', plannedJob] },
      'Location',
    ),
  },
});
