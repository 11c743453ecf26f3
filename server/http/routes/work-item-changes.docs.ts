import { restoreDaysMax } from '#contract/limits.ts';
import { statuses } from '#contract/work-item-lists.ts';
import { movesFrom } from '#contract/work-item-moves.ts';
import { newLead, plannedJob } from '../docs/examples.ts';
import { changedRecord, ifMatch, mergePatch, operations } from '../docs/operation.ts';
import { empty } from '../docs/response.ts';

const moves = statuses
  .map((status) => `| \`${status}\` | ${movesFrom[status].map((to) => `\`${to}\``).join(', ')} |`)
  .join('\n');

const changed = (summary: string, value: unknown) =>
  changedRecord('The changed work item', 'WorkItem', 'WorkItemReceipt', [summary, value]);

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

\`customerId\` gives the item to another customer, who must not be archived. Null makes a new customer from
what was submitted, even if others match; 409 if nothing was submitted. The address stays. The remarks in
\`notes\` are replaced by those for the new customer, unless \`notes\` is sent too.
`.trim(),
    headers: ifMatch,
    requestBody: mergePatch('WorkItemPatch', 'The fields to change', {
      job: [
        'Convert a lead to a job',
        { status: 'scheduled', scheduledStart: '2026-11-20T09:00:00+01:00' },
      ],
      lost: ['Mark a lead as lost', { status: 'lost', reason: 'Chose a local plumber' }],
      customer: ['Undo a wrong match', { customerId: null }],
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
