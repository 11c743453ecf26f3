// The brand's request log, and the rescue of refused leads.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rescueLeadRoute } from '#actions/leads/rescues.ts';
import { bodyBytesMax } from '#contract/limits.ts';
import { RequestListQuery } from '#contract/list-query.ts';
import { isObject, notAnObject } from '#core/reading/read-field.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import { correctLead } from '#core/leads/rescue-lead.ts';
import type { RequestFilters } from '#db/requests/logged-requests.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import type { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { jsonBodyOf } from '../json-body.ts';
import { bodyForSender, orRefuse, sendLead } from '../lead-answers.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { refuseParameters } from '../read-request.ts';
import { docs } from './requests.docs.ts';

interface RequestRouteParts extends ListParts {
  intake: LeadIntakeQueue;
  leadPhotos: LeadPhotos;
}

type ById = FastifyRequest<{ Params: { id: string } }>;

export function requestRoutes(app: FastifyInstance, parts: RequestRouteParts): void {
  const { intake, leadPhotos, pages, publicUrl } = parts;
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
  // Rescues in flight, by brand and request.
  const inFlight = new Set<string>();

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
    const caller = callerOf(request);
    const { brandId, brandCountry, brandLanguage, testOf } = caller;
    const { id } = request.params;
    const { keptBody, rescuedAs } = await find(request);
    if (rescuedAs !== null) throw rescuedAlready(id, rescuedAs);
    if (keptBody === null) {
      throw new ApiError(
        409,
        `No refused lead is stored for request ${id}: there is nothing to rescue`,
        { code: 'nothing_to_rescue' },
      );
    }
    const corrected = correctLead(keptBody, corrections);
    const { lead, messages } = readLeadSubmission(corrected);
    if (messages) throw new ApiError(400, messages);
    const rawBody = JSON.stringify(corrected);
    if (Buffer.byteLength(rawBody) > bodyBytesMax) {
      throw new ApiError(413, `the corrected lead must be at most ${bodyBytesMax / 1024} KiB`);
    }

    const claim = `${brandId} ${id}`;
    if (inFlight.has(claim)) throw beingRescued(id);
    inFlight.add(claim);
    try {
      const result = await intake.submit(request.budget, {
        brandId,
        brandCountry,
        isTest: testOf !== null,
        brandLanguage,
        author: authorOf(request),
        lead,
        rawBody,
        // The same hash for all corrections: a second rescue replays the lead of the first.
        idempotency: {
          route: rescueLeadRoute,
          key: id,
          bodyHash: hash('sha256', id, 'hex'),
          photoWaitMs: 0,
        },
      });
      if (result.outcome === 'in_flight') throw beingRescued(id);
      const made = orRefuse(result);
      if (made.outcome === 'replayed') throw rescuedAlready(id, made.workItemId);
      const body = await leadPhotos.answer({ brandId, idempotencyKey: null, ...made });
      return sendLead(reply, { ...made, body: bodyForSender(caller, lead, body) });
    } finally {
      inFlight.delete(claim);
    }
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
