import type { LeadBatchEntry } from '#contract/lead-batch.ts';
import { batchBodyBytesMax, batchLeadsMax } from '#contract/limits.ts';
import { newLeadWithoutAddress, smallestLead } from '../docs/examples.ts';
import { idempotencyKey, operations, requestBody } from '../docs/operation.ts';
import { json } from '../docs/response.ts';
import { errorBody } from '../refusals/render-error.ts';

const made: LeadBatchEntry = {
  created: true,
  matched: 'new',
  customerId: newLeadWithoutAddress.customerId,
  workItem: newLeadWithoutAddress,
  error: null,
};
const refused: LeadBatchEntry = {
  created: false,
  matched: null,
  customerId: null,
  workItem: null,
  error: errorBody(400, ['title is required: send a non-empty string']),
};

export const docs = operations({
  createLeadBatch: {
    summary: 'Create many leads',
    description: `
Up to ${batchLeadsMax} leads in one call of at most ${batchBodyBytesMax / 1024 / 1024} MiB, each by the same rules
as a lead that is sent alone. A lead that is refused does no harm to the others: each has its own entry in the
answer, in the order they were sent. What is refused is also kept in the request log, and can be rescued from there
if it is not longer than a lead that is sent alone may be.
Photos are fetched after the answer.

With \`dryRun\` nothing is stored: the entries say which customer each lead would go to, to a key that may also
read customers (\`customers:read\`). Other keys only learn which leads would be refused, and why.

An \`Idempotency-Key\` stands for the whole batch. A call that was cut off can be sent again with the same key
and body: leads that are there already are not made twice, the others are made now.
`.trim(),
    headers: idempotencyKey,
    requestBody: requestBody('LeadBatch', 'The leads', {
      two: [
        'Two leads, one with a blank title',
        { leads: [smallestLead, { customerName: 'Piet Pietersen', title: ' ' }] },
      ],
      plan: ['Only ask what would happen', { leads: [smallestLead], dryRun: true }],
    }),
    responses: {
      200: json('What became of each lead', 'LeadBatchResult', {
        two: ['One is made, one refused', { data: [made, refused], dryRun: false }],
        plan: ['A dry run', { data: [{ ...made, created: false, workItem: null }], dryRun: true }],
      }),
    },
    errors: { 400: 'InvalidBatch' },
  },
});
