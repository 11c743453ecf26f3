// The brand's request log, and the rescue of refused leads.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LeadOrigin } from '#actions/intakes/settle-intakes.ts';
import { RequestListQuery } from '#contract/list-query.ts';
import { isObject, notAnObject } from '#core/reading/read-field.ts';
import type { RequestFilters } from '#db/requests/logged-requests.ts';
import { type AcceptParts, acceptIntake } from '../accept-intake.ts';
import { callerOf } from '../gate/authenticate.ts';
import { jsonBodyOf } from '../json-body.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { refuseParameters } from '../read-request.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { docs } from './requests.docs.ts';

type RequestRouteParts = ListParts & AcceptParts;

type ById = FastifyRequest<{ Params: { id: string } }>;

export function requestRoutes(app: FastifyInstance, parts: RequestRouteParts): void {
  const { pages, publicUrl } = parts;
  // Both show submitted bodies, whatever endpoint they were meant for.
  const config = { scope: ['full' as const], shows: 'personal' as const };
  app.get('/v1/api/requests', { config, schema: docs.listRequests }, list);
  app.get('/v1/api/requests/:id', { config, schema: docs.getRequest }, read);
  app.post(
    '/v1/api/requests/:id/rescue',
    // Of the members, only owners see the request log.
    {
      config: { scope: ['leads:write'], ownersOnly: true, shows: 'personal' },
      schema: docs.rescueLead,
    },
    rescue,
  );

  async function list(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { brandId, filters, after, limit, binding } = readListRequest<SentFilters>(
      request,
      RequestListQuery,
      () => [],
    );
    const page = await request.run('listLoggedRequests', {
      brandId,
      filters: filtersOf(filters),
      beforeId: after?.id,
      limit,
    });
    return sendPage(request, reply, pages.finish(page), binding, publicUrl);
  }

  async function read(request: ById, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { body } = await find(request);
    return reply.type('application/json; charset=utf-8').send(body);
  }

  async function rescue(request: ById, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const corrections = correctionsIn(request);
    const { memberId: decidedBy } = callerOf(request);
    const { id } = request.params;
    const { rescuedAs, intake, isKept } = await find(request);
    if (rescuedAs !== null) throw rescuedAlready(id, rescuedAs);
    if (intake === null) throw nothingToRescue(id);
    const origin: LeadOrigin = isKept
      ? { acceptedId: id, decidedBy }
      : { arrived: { ...intake, decidedBy }, files: [], messageKey: null };
    const acceptance = { intake, corrections, files: [], origin };
    const refusals = { isLead: rescuedAlready, inProgress: beingRescued };
    return acceptIntake(parts, request, reply, acceptance, refusals);
  }

  async function find(request: ById) {
    const { id } = request.params;
    const found = await request.run('getLoggedRequest', { brandId: callerOf(request).brandId, id });
    if (!found) throw noSuch('request', id);
    return found;
  }
}

type SentFilters = Omit<RequestFilters, 'statuses'> & { status?: string[] };

function filtersOf({ status, ...rest }: SentFilters): RequestFilters {
  if (!status) return rest;
  const statuses = status.map((one) => ({
    from: Number(one.replace('xx', '00')),
    to: Number(one.replace('xx', '99')),
  }));
  return { ...rest, statuses };
}

/** None in an empty body: a lead that was sent to a wrong path may need no correction. */
function correctionsIn(request: FastifyRequest): object {
  const { value } = request.body === undefined ? { value: {} } : jsonBodyOf(request);
  if (isObject(value)) return value;
  throw new ApiError(400, [notAnObject(value)]);
}

function nothingToRescue(id: string): ApiError {
  const text = `No refused lead is stored for request ${id}: there is nothing to rescue`;
  return new ApiError(409, text, { code: 'nothing_to_rescue' });
}

function rescuedAlready(id: string, workItemId: string): ApiError {
  return new ApiError(409, `Request ${id} was rescued already, as work item ${workItemId}`, {
    code: 'rescued_already',
    values: { id: workItemId },
  });
}

function beingRescued(id: string): ApiError {
  return new ApiError(409, `Request ${id} is being rescued by another call`, {
    code: 'rescue_in_progress',
  });
}
