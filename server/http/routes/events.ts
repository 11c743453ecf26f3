import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EventsPage } from '#actions/list-events.ts';
import { EventQuery, HistoryQuery } from '#contract/event-query.ts';
import { type EventType, eventTypes } from '#contract/event-lists.ts';
import { pageSizeDefault, pageSizeMax } from '#contract/limits.ts';
import { mayDo } from '#core/caller.ts';
import { readableTypes } from '#core/present-event.ts';
import type { ObjectSchema } from '#core/read-field.ts';
import { readQuery } from '#core/read-query.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { ApiError } from '../api-error.ts';
import { callerOf } from '../authenticate.ts';
import { listEventsDocs, listHistoryDocs } from '../docs/events.ts';
import { linkToNext } from '../list-request.ts';
import { readScopes } from '../work-item-scopes.ts';

export function eventRoutes(
  app: FastifyInstance,
  runner: ActionRunner,
  publicUrl: string | null,
): void {
  app.get(
    '/v1/api/events',
    {
      config: {
        scope: [
          'leads:read',
          'work-items:read',
          'customers:read',
          'addresses:read',
          'webhooks:manage',
        ],
      },
      schema: listEventsDocs,
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { type = eventTypes, after, limit } = readPage(request, EventQuery);
      const readable = readableTypes((scope) => mayDo(caller, scope));
      const result = await runner.run('listEvents', {
        brandId: caller.brandId,
        after: after === 'latest' ? after : Number(after),
        limit,
        types: type.filter((one) => readable.includes(one)),
        phases: (['lead', 'job'] as const).filter((phase) => mayDo(caller, readScopes[phase])),
      });
      return send(request, reply, result);
    },
  );

  app.get<{ Params: { id: string } }>(
    '/v1/api/work-items/:id/history',
    { config: { scope: Object.values(readScopes) }, schema: listHistoryDocs },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const { after, limit } = readPage(request, HistoryQuery);
      const found = await runner.run('listWorkItemHistory', {
        brandId: caller.brandId,
        id,
        after: Number(after),
        limit,
      });
      if (!found) throw new ApiError(404, `There is no work item ${id}`);
      const scope = readScopes[found.phase];
      if (!mayDo(caller, scope)) throw new ApiError(403, `This key lacks the scope ${scope}`);
      return send(request, reply, found);
    },
  );

  function send(request: FastifyRequest, reply: FastifyReply, result: EventsPage): FastifyReply {
    const { body, next } = result;
    if (next !== null) linkToNext(request, reply, { after: String(next) }, publicUrl);
    return reply.type('application/json; charset=utf-8').send(body);
  }
}

interface EventPageQuery {
  after: string;
  limit: number;
  type?: EventType[];
}

function readPage(request: FastifyRequest, schema: unknown): EventPageQuery {
  const { query, messages } = readQuery(
    schema as ObjectSchema,
    request.query as Record<string, unknown>,
  );
  if (messages) throw new ApiError(400, messages);
  const { after = '0', limit = pageSizeDefault, ...rest } = query as Partial<EventPageQuery>;
  return { after, limit: Math.min(limit, pageSizeMax), ...rest };
}
