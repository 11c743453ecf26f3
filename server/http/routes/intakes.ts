// What came in: the tray of held and refused intakes, and the decisions on them.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FoundIntake } from '#actions/intakes/list-intakes.ts';
import { acceptIntakeRoute } from '#actions/intakes/settle-intakes.ts';
import { IntakeListQuery } from '#contract/intake.ts';
import { correctLead } from '#core/leads/rescue-lead.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import { isObject, notAnObject } from '#core/reading/read-field.ts';
import type { IntakeFilters } from '#db/intakes/intakes.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { jsonBodyOf } from '../json-body.ts';
import { bodyForSender, orRefuse, sendLead } from '../lead-answers.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { refuseParameters } from '../read-request.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { docs } from './intakes.docs.ts';

interface IntakeRouteParts extends ListParts {
  intake: LeadIntakeQueue;
  leadPhotos: LeadPhotos;
}

type ById = FastifyRequest<{ Params: { id: string } }>;

export function intakeRoutes(app: FastifyInstance, parts: IntakeRouteParts): void {
  const { intake: queue, leadPhotos, pages, publicUrl } = parts;
  const reading = { scope: ['leads:read' as const], shows: 'personal' as const };
  const writing = { scope: ['leads:write' as const], shows: 'personal' as const };
  const intakes = '/v1/api/intakes';
  app.get(intakes, { config: reading, schema: docs.listIntakes }, list);
  app.get(`${intakes}/:id`, { config: reading, schema: docs.getIntake }, read);
  app.post(`${intakes}/:id/accept`, { config: writing, schema: docs.acceptIntake }, accept);
  app.post(`${intakes}/:id/discard`, { config: writing, schema: docs.discardIntake }, discard);
  app.post(`${intakes}/:id/restore`, { config: writing, schema: docs.restoreIntake }, restore);

  async function list(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { brandId, filters, after, limit, binding } = readListRequest<IntakeFilters>(
      request,
      IntakeListQuery,
      () => [],
    );
    const page = await request.run('listIntakes', { brandId, filters, beforeId: after?.id, limit });
    return sendPage(request, reply, pages.finish(page), binding, publicUrl);
  }

  async function read(request: ById, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { body } = await find(request);
    return reply.type('application/json; charset=utf-8').send(body);
  }

  async function accept(request: ById, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const corrections = correctionsIn(request);
    const caller = callerOf(request);
    const { brandId, brandCountry, brandLanguage, testOf, memberId } = caller;
    const { intake, files } = await find(request);
    if (intake.workItemId !== null) throw isLead(intake.id, intake.workItemId);
    if (intake.discardedAt !== null) throw isDiscarded(intake.id);
    const found = correctLead(foundIn(intake), corrections);
    const { lead, messages } = readLeadSubmission(found);
    if (messages) throw new ApiError(400, messages);

    const result = await queue.submit(request.budget, {
      brandId,
      brandCountry,
      isTest: testOf !== null,
      brandLanguage,
      author: authorOf(request),
      lead,
      receivedAt: intake.receivedAt,
      files: files.map(({ position, name }) => ({ intakeId: intake.id, position, name })),
      origin: { acceptedId: intake.id, decidedBy: memberId },
      rawBody: rawBodyOf(intake, found),
      // The same hash for all corrections: a second call replays the lead of the first.
      idempotency: {
        route: acceptIntakeRoute,
        key: intake.id,
        bodyHash: hash('sha256', intake.id, 'hex'),
        photoWaitMs: 0,
      },
    });
    if (result.outcome === 'in_flight') throw isInProgress(intake.id);
    const made = orRefuse(result);
    if (made.outcome === 'replayed') throw isLead(intake.id, made.workItemId);
    const body = await leadPhotos.answer({ brandId, idempotencyKey: null, ...made });
    return sendLead(reply, { ...made, body: bodyForSender(caller, lead, body) });
  }

  async function discard(request: ById): Promise<object> {
    return decide(request, await request.run('discardIntake', keyOf(request)));
  }

  async function restore(request: ById): Promise<object> {
    return decide(request, await request.run('restoreIntake', keyOf(request)));
  }
}

function keyOf(request: ById) {
  refuseParameters(request);
  const { brandId, memberId } = callerOf(request);
  return { brandId, memberId, id: request.params.id };
}

function decide(
  { params: { id } }: ById,
  decision:
    | { outcome: 'missing' | 'is_lead' | 'not_discarded' }
    | { outcome: 'done'; intake: object },
): object {
  switch (decision.outcome) {
    case 'done':
      return decision.intake;
    case 'is_lead':
      throw isLead(id);
    case 'not_discarded':
      throw new ApiError(409, `Intake ${id} is not discarded: there is nothing to restore`, {
        code: 'intake_not_discarded',
      });
    case 'missing':
      throw noSuch('intake', id);
  }
}

async function find(request: ById): Promise<FoundIntake> {
  const { id } = request.params;
  const found = await request.run('getIntake', { brandId: callerOf(request).brandId, id });
  if (!found) throw noSuch('intake', id);
  return found;
}

/** A refused lead of the API is its own body. */
function foundIn({ lead, body }: FoundIntake['intake']): string {
  return lead ?? body ?? '';
}

function rawBodyOf({ sent, source }: FoundIntake['intake'], found: unknown): string {
  if (source === 'api' || sent === null) return JSON.stringify(found);
  return JSON.stringify({ ...(found as object), sent: JSON.parse(sent) });
}

/** The body is optional. */
function correctionsIn(request: FastifyRequest): object {
  const { text, value } = jsonBodyOf(request);
  if (text === '') return {};
  if (isObject(value)) return value;
  throw new ApiError(400, [notAnObject(value)]);
}

function isLead(id: string, workItemId?: string): ApiError {
  const named = workItemId === undefined ? '' : `, as work item ${workItemId}`;
  return new ApiError(409, `Intake ${id} became a lead already${named}`, {
    code: 'intake_is_lead',
    values: workItemId === undefined ? undefined : { id: workItemId },
  });
}

function isDiscarded(id: string): ApiError {
  return new ApiError(409, `Intake ${id} was discarded: restore it first`, {
    code: 'intake_discarded',
  });
}

function isInProgress(id: string): ApiError {
  return new ApiError(409, `Intake ${id} is being accepted by another call`, {
    code: 'intake_in_progress',
  });
}
