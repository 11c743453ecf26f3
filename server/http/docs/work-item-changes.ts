import { Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import { restoreDaysMax } from '#contract/limits.ts';
import { statuses } from '#contract/work-item-lists.ts';
import { movesFrom } from '#contract/work-item-moves.ts';
import { headers, json } from './answer.ts';
import { newLead, plannedJob } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

const params = Type.Object({ id: Id('Identifier of the work item') });
const ifMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({ description: 'The ETag of the version that is to be changed, and no other' }),
  ),
});
const moves = statuses
  .map((status) => `| \`${status}\` | ${movesFrom[status].map((to) => `\`${to}\``).join(', ')} |`)
  .join('\n');

const changed = (summary: string, value: unknown) => ({
  200: {
    description:
      'The work item as it is now; a key that may not read gets id, status and updatedAt',
    headers: headers(...callerHeaders, 'ETag'),
    content: json('WorkItem', { changed: { summary, value } }),
  },
});

export const patchWorkItemDocs = {
  operationId: 'updateWorkItem',
  summary: 'Change a lead or job',
  description: `
Send the fields to be changed, and no others (JSON Merge Patch). A lead takes \`leads:write\`, a job
\`work-items:write\`. Every change is kept in the history.

A change of \`status\` is a move:

| from | to |
|---|---|
${moves}

The first move from a lead status to \`pending\` or \`scheduled\` makes the lead a job; a job never becomes a
lead again. \`scheduled\` needs a \`scheduledStart\`. \`in_progress\` fills in \`actualStart\`, \`completed\`
fills in \`actualEnd\`. With \`lost\` and \`cancelled\` a \`reason\` may be sent.
`.trim(),
  tags: ['Work items'],
  params,
  headers: ifMatch,
  'x-request-body': {
    required: true,
    description: 'The fields to be changed',
    content: json('WorkItemPatch', {
      job: {
        summary: 'Make a lead a job',
        value: { status: 'scheduled', scheduledStart: '2026-11-20T09:00:00+01:00' },
      },
      lost: { summary: 'Give it up', value: { status: 'lost', reason: 'Found somebody nearer' } },
      emptied: { summary: 'Empty a field', value: { category: null } },
    }),
  },
  'x-responses': responses(changed('The lead has become a job', plannedJob), {
    400: 'InvalidBody',
    404: 'NotFound',
    409: 'RefusedMove',
    412: 'ChangedMeanwhile',
    413: 'BodyTooLarge',
    415: 'NotJson',
  }),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const deleteWorkItemDocs = {
  operationId: 'deleteWorkItem',
  summary: 'Delete a lead or job',
  description: `It leaves every list at once. For ${restoreDaysMax} days it can be brought back.`,
  tags: ['Work items'],
  params,
  headers: ifMatch,
  'x-responses': responses(
    { 204: { description: 'It is deleted', headers: headers(...callerHeaders) } },
    { 400: 'InvalidAddress', 404: 'NotFound', 412: 'ChangedMeanwhile' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const restoreWorkItemDocs = {
  operationId: 'restoreWorkItem',
  summary: 'Bring a deleted lead or job back',
  description: `As it was, up to ${restoreDaysMax} days after it was deleted.`,
  tags: ['Work items'],
  params,
  'x-responses': responses(changed('It is back', newLead), {
    400: 'InvalidAddress',
    404: 'NotFound',
    409: 'RefusedMove',
    412: 'ChangedMeanwhile',
  }),
} satisfies BodyAndAnswers & Record<string, unknown>;
