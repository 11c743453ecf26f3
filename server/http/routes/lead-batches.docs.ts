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
  error: {
    ...errorBody(400, ['email must be an e-mail address such as jan@example.com']),
    code: 'validation_failed',
    details: '"email";rule=not_an_email',
  },
};

export const docs = operations({
  createLeadBatch: {
    summary: 'Create many leads',
    description: `
Creates up to ${batchLeadsMax} leads in one call of at most ${batchBodyBytesMax / 1024 / 1024} MiB, by the same
rules as single leads. A refused lead does not affect the others: each lead has its own entry in the response, in
the order sent. The request log keeps refused leads; those within the size limit of a single lead can be rescued.
Photos are downloaded after the response.

With \`dryRun\` nothing is stored. With \`customers:read\`, the entries name the customer each lead would
match; other keys only see which leads would be refused, and why.

An \`Idempotency-Key\` covers the whole batch. Retry an interrupted call with the same key and body: only the
missing leads are created.
`.trim(),
    headers: idempotencyKey,
    requestBody: requestBody('LeadBatch', 'The leads', {
      two: [
        'Two leads, one with an incomplete e-mail address',
        { leads: [smallestLead, { ...smallestLead, email: 'jan@example' }] },
      ],
      plan: ['A dry run', { leads: [smallestLead], dryRun: true }],
    }),
    responses: json(200, 'The outcome of each lead', 'LeadBatchResult', {
      two: ['One created, one refused', { data: [made, refused], dryRun: false }],
      plan: ['A dry run', { data: [{ ...made, created: false, workItem: null }], dryRun: true }],
    }),
    errors: { 400: 'InvalidBatch' },
  },
});
