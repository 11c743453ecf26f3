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
    'Makes a lead: a request for work by a customer. A customer with the same e-mail address or phone number is ' +
    'found and not made twice. Send what the user told you and nothing made up; leave out what is not known. ' +
    'Calling it again with the very same fields makes no second lead.',
  scopes: ['leads:write'],
  input: Type.Object(LeadSubmission.properties),
  isNullLeftOut: true,
  output: NewLead,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async run(input, { client, signal }) {
    const lead = inOneOrder(input);
    const made = await client.leads.create(lead, { signal, idempotencyKey: keyFor(lead) });
    const wasThere = responseOf(made)?.headers.has('idempotent-replayed');
    return {
      summary: wasThere
        ? `This lead was made before in this session, as ${made.id}: no second one was made`
        : `Made lead ${made.id}`,
      data: shown(made, NewLead),
    };
  },
});

/** Assistants call again when an answer is late, perhaps with the fields in another order. */
function keyFor(lead: Lead): string {
  return hash('sha256', session + JSON.stringify(lead), 'hex');
}

function inOneOrder(lead: Lead): Lead {
  const fields = Object.entries(lead).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields) as unknown as Lead;
}
