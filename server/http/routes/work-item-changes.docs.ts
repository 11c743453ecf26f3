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
    'The changed work item; a key without read access gets only id, status and updatedAt',
    'WorkItem',
    { changed: [summary, value] },
  );

export const docs = operations({
  updateWorkItem: {
    summary: 'Change a lead or job',
    description: `
Send only the fields to change (JSON Merge Patch). A lead needs \`leads:write\`, a job \`work-items:write\`.
Every change is recorded in the history.

Allowed changes of \`status\`:

| from | to |
|---|---|
${moves}

A lead that moves to \`pending\` or \`scheduled\` becomes a job; a job never becomes a lead again.
\`scheduled\` needs a \`scheduledStart\`. \`in_progress\` sets \`actualStart\`, \`completed\` sets
\`actualEnd\`. \`lost\` and \`cancelled\` accept a \`reason\`.
`.trim(),
    headers: ifMatch,
    requestBody: requestBody('WorkItemPatch', 'The fields to change', {
      job: [
        'Convert a lead to a job',
        { status: 'scheduled', scheduledStart: '2026-11-20T09:00:00+01:00' },
      ],
      lost: ['Mark a lead as lost', { status: 'lost', reason: 'Chose a local plumber' }],
      emptied: ['Empty a field', { category: null }],
    }),
    responses: changed('A lead that became a job', plannedJob),
    errors: { 409: 'StateConflict' },
  },
  deleteWorkItem: {
    summary: 'Delete a lead or job',
    description: `Removes it from all lists immediately. It can be restored for ${restoreDaysMax} days.`,
    headers: ifMatch,
    responses: empty(204, 'The work item is deleted'),
  },
  restoreWorkItem: {
    summary: 'Restore a deleted lead or job',
    description: `Restores it unchanged, up to ${restoreDaysMax} days after its deletion.`,
    headers: ifMatch,
    responses: changed('The restored lead', newLead),
    errors: { 409: 'StateConflict' },
  },
});
