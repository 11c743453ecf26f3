import { hash, randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { LeadSubmission } from '#contract/lead-submission.ts';
import { type LeadSubmission as Lead, responseOf } from '../../sdk/src/index.ts';
import { NewLead, shown } from './shown.ts';
import { defineTool } from './tool.ts';

const session = randomUUID();

export const createLead = defineTool({
  name: 'create_lead',
  title: 'Create a lead',
  description:
    'Creates a lead: a request for work by a customer. A customer with the same e-mail address or phone number is ' +
    'matched, not duplicated. Send what the user told you and nothing made up; leave out what is not known. ' +
    'Calling it again with exactly the same fields creates no second lead.',
  scopes: ['leads:write'],
  input: Type.Object(LeadSubmission.properties),
  isNullLeftOut: true,
  output: NewLead,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async run(input, { client, signal }) {
    const lead = sorted(input);
    const made = await client.leads.create(lead, { signal, idempotencyKey: keyFor(lead) });
    const isReplay = responseOf(made)?.headers.has('idempotent-replayed');
    return {
      summary: isReplay
        ? `This lead was created before in this session, as ${made.id}: no second one was created`
        : `Created lead ${made.id}`,
      data: shown(made, NewLead),
    };
  },
});

/** Assistants repeat a call when the response is late, perhaps with the fields in another order. */
function keyFor(lead: Lead): string {
  return hash('sha256', session + JSON.stringify(lead), 'hex');
}

function sorted(lead: Lead): Lead {
  const fields = Object.entries(lead).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields) as unknown as Lead;
}
