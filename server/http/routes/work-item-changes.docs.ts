import { restoreDaysMax } from '#contract/limits.ts';
import { statuses } from '#contract/work-item-lists.ts';
import { movesFrom } from '#contract/work-item-moves.ts';
import { newLead, plannedJob } from '../docs/examples.ts';
import { ifMatch, operations, record, requestBody } from '../docs/operation.ts';
import { empty } from '../docs/response.ts';

const moves = statuses
  .map((status) => `| \`${status}\` | ${movesFrom[status].map((to) => `\`${to}\``).join(', ')} |`)
  .join('\n');

const changed = (summary: string, value: unknown) =>
  record(
    'The work item as it is now; a key that may not read gets id, status and updatedAt',
    'WorkItem',
    { changed: [summary, value] },
  );

export const docs = operations({
  updateWorkItem: {
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
    headers: ifMatch,
    requestBody: requestBody('WorkItemPatch', 'The fields to be changed', {
      job: [
        'Make a lead a job',
        { status: 'scheduled', scheduledStart: '2026-11-20T09:00:00+01:00' },
      ],
      lost: ['Give it up', { status: 'lost', reason: 'Found somebody nearer' }],
      emptied: ['Empty a field', { category: null }],
    }),
    responses: changed('The lead has become a job', plannedJob),
    errors: { 409: 'RefusedMove' },
  },
  deleteWorkItem: {
    summary: 'Delete a lead or job',
    description: `It leaves every list at once. For ${restoreDaysMax} days it can be brought back.`,
    headers: ifMatch,
    responses: { 204: empty('It is deleted') },
  },
  restoreWorkItem: {
    summary: 'Bring a deleted lead or job back',
    description: `As it was, up to ${restoreDaysMax} days after it was deleted.`,
    headers: ifMatch,
    responses: changed('It is back', newLead),
    errors: { 409: 'RefusedMove' },
  },
});
