// Intakes that become something else than one new lead, unless a person makes one of them with corrections:
// answers to a lead, and several leads in one.
import type { FastifyRequest } from 'fastify';
import { leadsPerPostMax } from '#core/intakes/several-leads.ts';
import { mayDo } from '#core/caller.ts';
import type { IntakeRecord } from '#core/records.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import { authorOf, callerOf } from './gate/authenticate.ts';
import { bodyForSender } from './lead-answers.ts';
import { ApiError } from './refusals/api-error.ts';

interface AcceptedLead {
  workItemId: string;
  /** The work item. */
  body: string;
  isNew: boolean;
}

/** Null when it becomes one new lead. */
export async function acceptAsItCame(
  leadPhotos: LeadPhotos,
  request: FastifyRequest,
  intake: IntakeRecord,
): Promise<AcceptedLead | null> {
  // The answer shows the lead that was there before.
  if (intake.source === 'mail' && mayDo(callerOf(request), 'leads:read')) {
    return joinThread(request, intake.id);
  }
  return intake.reason === 'several_leads' ? acceptSeveral(leadPhotos, request, intake.id) : null;
}

async function joinThread(request: FastifyRequest, id: string): Promise<AcceptedLead | null> {
  const { brandId, brandLanguage: language, testOf } = callerOf(request);
  const joined = await request.run('acceptMailReply', {
    brandId,
    id,
    author: authorOf(request),
    language,
    isTest: testOf !== null,
  });
  return joined && { ...joined, isNew: false };
}

/** The answer is the first of them. */
async function acceptSeveral(
  leadPhotos: LeadPhotos,
  request: FastifyRequest,
  id: string,
): Promise<AcceptedLead | null> {
  const caller = callerOf(request);
  const { brandId } = caller;
  const result = await request.run('acceptSeveral', { brandId, id, author: authorOf(request) });
  if (result.outcome === 'too_many') throw tooMany(id);
  if (result.outcome === 'not_several') return null;
  const { leads, firstLead } = result;
  const [body] = await Promise.all(
    leads.map((lead) => leadPhotos.answer({ brandId, idempotencyKey: null, ...lead })),
  );
  const { workItemId } = leads[0]!;
  return { workItemId, body: bodyForSender(caller, firstLead, body!), isNew: true };
}

function tooMany(id: string): ApiError {
  const text = `Intake ${id} has more than ${leadsPerPostMax} leads: import them as a table instead`;
  return new ApiError(413, text);
}
