import { headers, json } from './answer.ts';
import { plannedJob } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { idempotencyHeader } from './leads.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

export const createWorkItemDocs = {
  operationId: 'createWorkItem',
  summary: 'Create a job',
  description: `
Makes a job without a lead before it, \`scheduled\` when a \`scheduledStart\` is sent and \`pending\` otherwise.

Who it is for: a customer of the brand by \`customerId\`, or a \`customer\` with a name and what else is known,
who is looked for by e-mail address and phone number as for a lead, and made when there is none.

Where it is: an address of the brand by \`addressId\`, a new \`address\`, or, when neither is sent, the address
of the customer; \`"addressId": null\` for none.
`.trim(),
  tags: ['Work items'],
  headers: idempotencyHeader,
  'x-request-body': {
    required: true,
    description: 'The job',
    content: json('NewWorkItem', {
      known: {
        summary: 'For a customer who is known',
        value: { title: 'Yearly check of the boiler', customerId: plannedJob.customerId },
      },
      new: {
        summary: 'For somebody new, with a date',
        value: {
          title: 'Replace the gutter',
          customer: { name: 'Jan Jansen', phone: '+31 6 12345678' },
          address: { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' },
          scheduledStart: '2026-11-20T09:00:00+01:00',
          scheduledEnd: '2026-11-20T12:00:00+01:00',
        },
      },
    }),
  },
  'x-responses': responses(
    {
      201: {
        description:
          'The job is made, or was made by an earlier call with the same Idempotency-Key',
        headers: headers(...callerHeaders, 'Location', 'Idempotent-Replayed'),
        content: json('WorkItem', { job: { summary: 'The job', value: plannedJob } }),
      },
    },
    {
      400: 'InvalidBody',
      409: 'StillUnderWay',
      413: 'BodyTooLarge',
      415: 'NotJson',
      422: 'KeyReused',
    },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
