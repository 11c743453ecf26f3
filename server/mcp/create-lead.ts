import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { Source } from '#contract/enums.ts';
import { fieldOf } from '#contract/field-types.ts';
import { LeadSubmission } from '#contract/lead-submission.ts';
import { type LeadSubmission as Lead, responseOf, ServerError } from '../../sdk/src/index.ts';
import { NewLead, shown } from './shown.ts';
import { defineTool } from './tool.ts';

const defaultSource = 'other';

// No photoUrls: the server fetches them, so a customer's text could talk the assistant into sending
// data out in a URL.
const { photoUrls: _, ...fields } = LeadSubmission.properties;

export const createLead = defineTool({
  name: 'create_lead',
  title: 'Create a lead',
  description:
    'Creates a lead: a request for work by a customer. A customer with the same e-mail address or phone number is ' +
    'matched, not duplicated. Send what the user told you and nothing made up; leave out what is not known. ' +
    'Calling it again within 24 hours with exactly the same fields creates no second lead.',
  scopes: ['leads:write'],
  isPersonal: true,
  input: Type.Object({
    ...fields,
    source: Type.Optional(
      fieldOf(Source, 'How the request reached the business', { default: defaultSource }),
    ),
  }),
  isNullLeftOut: true,
  output: NewLead,
  // Not idempotent: after 24 hours the same call creates another lead.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  async run(input, { client, signal }) {
    const lead = sorted({ source: defaultSource, ...input });
    const made = await client.leads
      .create(lead, { signal, idempotencyKey: keyFor(lead) })
      .catch((error: unknown) => {
        throw explained(error);
      });
    const isReplay = responseOf(made)?.headers.has('idempotent-replayed');
    return {
      summary: isReplay
        ? `This lead was created before, as ${made.id}: no second one was created`
        : `Created lead ${made.id}`,
      data: shown(made, NewLead),
    };
  },
});

/** Assistants repeat a call when the response is late, perhaps with the fields in another order. */
function keyFor(lead: Lead): string {
  return hash('sha256', `create_lead ${JSON.stringify(lead)}`, 'hex');
}

function sorted(lead: Lead): Lead {
  const entries = Object.entries(lead).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries) as unknown as Lead;
}

const unavailable = 503;

/** The service advises to send the same Idempotency-Key, which an assistant cannot. */
function explained(error: unknown): unknown {
  if (!(error instanceof ServerError) || error.status !== unavailable) return error;
  const { status, code, requestId } = error;
  const advice =
    'Call create_lead again shortly with exactly the same fields: you get what was stored, if anything was, and nothing twice';
  const request = requestId === null ? '' : ` (request ${requestId})`;
  const message = `${status}: The service cannot do this right now. ${advice}${request}`;
  return new ServerError(message, { status, code, requestId });
}
