// What came in: the tray of held and refused intakes, and the decisions on them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FoundIntake } from '#actions/intakes/list-intakes.ts';
import { IntakeListQuery } from '#contract/intake.ts';
import { isObject, notAnObject } from '#core/reading/read-field.ts';
import type { IntakeFilters } from '#db/intakes/intakes.ts';
import { type AcceptParts, acceptIntake } from '../accept-intake.ts';
import { callerOf } from '../gate/authenticate.ts';
import { jsonBodyOf } from '../json-body.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { refuseParameters } from '../read-request.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { docs } from './intakes.docs.ts';

type IntakeRouteParts = ListParts & AcceptParts;

type ById = FastifyRequest<{ Params: { id: string } }>;

export function intakeRoutes(app: FastifyInstance, parts: IntakeRouteParts): void {
  const { pages, publicUrl } = parts;
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
    const { memberId } = callerOf(request);
    const { intake, files } = await find(request);
    if (intake.workItemId !== null) throw isLead(intake.id, intake.workItemId);
    if (intake.discardedAt !== null) throw isDiscarded(intake.id);
    const acceptance = {
      intake,
      corrections,
      files: files.map(({ position, name }) => ({ intakeId: intake.id, position, name })),
      origin: { acceptedId: intake.id, decidedBy: memberId },
    };
    return acceptIntake(parts, request, reply, acceptance, { isLead, inProgress: isInProgress });
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

/** The body is optional. */
function correctionsIn(request: FastifyRequest): object {
  if (request.body === undefined || request.body === null) return {};
  const { value } = jsonBodyOf(request);
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
