import { intakeDays } from '#contract/limits.ts';
import { type Intake, IntakeListQuery, type ListedIntake } from '#contract/intake.ts';
import { newLeadWithoutAddress } from '../docs/examples.ts';
import { mergePatch, operations, page } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

const refused: ListedIntake = {
  id: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  channelId: '019a2b6e-1d41-7c08-93b5-6e4f2a1d0c37',
  source: 'hook',
  state: 'refused',
  reason: null,
  receivedAt: '2026-11-15T09:30:00.000Z',
  message: ['customerName is required: send a non-empty string'],
  errorCode: 'validation_failed',
  errorDetails: '"customerName";rule=required',
  workItemId: null,
  lead: { title: 'Leaking kitchen tap' },
  fileCount: 0,
};
const whole: Intake = {
  ...refused,
  contentType: 'application/json',
  sent: { subject: 'Leaking kitchen tap', client: { fullName: 'Jan Jansen' } },
  body: '{"subject":"Leaking kitchen tap","client":{"fullName":"Jan Jansen"}}',
  bodyEncoding: 'utf8',
  parts: null,
  files: [],
};
const decided = (state: 'discarded' | 'refused', summary: string) =>
  json(200, 'The intake', 'ListedIntake', { done: [summary, { ...refused, state }] });

export const docs = operations({
  listIntakes: {
    summary: 'List intakes',
    description:
      'What came in through channels, and the refused leads of the API and of imports, newest first. ' +
      `Intakes are kept for ${intakeDays} days, unless the operator chose another time. A lead that the API ` +
      'created at once has no intake.',
    querystring: IntakeListQuery,
    responses: page('intakes', 'IntakePage', ['A page with a refused intake', refused]),
  },
  getIntake: {
    summary: 'Read one intake',
    description: 'Returns the intake with its body, as it came.',
    responses: json(200, 'The intake', 'Intake', { refused: ['A refused intake', whole] }),
  },
  acceptIntake: {
    summary: 'Create the lead of an intake',
    description: `
Turns a held or refused intake into a lead. The corrections, if any, are merged into the fields that were found
(JSON Merge Patch: \`null\` removes a field), and the result is created like any other lead. Its \`receivedAt\` is the
time at which the intake came in. An intake becomes one lead at most, with two exceptions when no corrections
are sent:

- An intake with several leads (\`reason\` \`several_leads\`) becomes a lead for each of its \`parts\`, and the first
  is returned. A part that cannot be a lead as it is becomes a refused intake of its own.
- A mail that answers a known one is added to that mail's lead, which is returned with 200. The key needs
  \`leads:read\`.
`.trim(),
    requestBody: {
      ...mergePatch('LeadCorrections', 'The fields that were missing or wrong', {
        corrected: ['A missing field', { customerName: 'Jan Jansen' }],
      }),
      required: false,
    },
    responses: {
      ...json(
        201,
        'The lead was created',
        'WorkItem',
        { accepted: ['A lead without an address', newLeadWithoutAddress] },
        'Location',
      ),
      ...json(
        200,
        'The mail was added to this lead, which it answers',
        'WorkItem',
        { joined: ['The lead of the thread', newLeadWithoutAddress] },
        'Location',
      ),
    },
    errors: { 400: 'InvalidLead', 409: 'IntakeConflict' },
  },
  discardIntake: {
    summary: 'Discard an intake',
    description:
      'Takes a held or refused intake out of the tray. It can be restored until it expires.',
    responses: decided('discarded', 'A discarded intake'),
    errors: { 409: 'IntakeConflict' },
  },
  restoreIntake: {
    summary: 'Restore a discarded intake',
    description: 'The intake is held or refused again, as it was before.',
    responses: decided('refused', 'A restored intake'),
    errors: { 409: 'IntakeConflict' },
  },
});
