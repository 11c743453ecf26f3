import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { EventsPage } from '#actions/events/list-events.ts';
import { EventQuery, HistoryQuery } from '#contract/event-query.ts';
import { type EventType, eventTypes } from '#contract/event-lists.ts';
import { pageSizeDefault, pageSizeMax } from '#contract/limits.ts';
import { mayDo } from '#core/caller.ts';
import { readableTypes } from '#core/present-event.ts';
import { callerOf } from '../gate/authenticate.ts';
import { linkToNext } from '../list-request.ts';
import { readQueryOf } from '../read-request.ts';
import { noWorkItem, readScopes, refuseUnreadable } from '../gate/work-item-scopes.ts';
import { docs } from './events.docs.ts';

export function eventRoutes(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string | null },
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
        shows: 'event',
      },
      schema: docs.listEvents,
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { type = eventTypes, after, limit } = readPage(request, EventQuery);
      const readable = readableTypes((scope) => mayDo(caller, scope));
      const result = await request.run('listEvents', {
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
    {
      config: { scope: Object.values(readScopes), shows: 'event' },
      schema: docs.listWorkItemHistory,
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const { after, limit } = readPage(request, HistoryQuery);
      const found = await request.run('listWorkItemHistory', {
        brandId: caller.brandId,
        id,
        after: Number(after),
        limit,
      });
      if (!found) throw noWorkItem(id);
      refuseUnreadable(caller, found.phase);
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

function readPage(request: FastifyRequest, schema: TSchema): EventPageQuery {
  const query = readQueryOf<Partial<EventPageQuery>>(schema, request);
  const { after = '0', limit = pageSizeDefault, ...rest } = query;
  return { after, limit: Math.min(limit, pageSizeMax), ...rest };
}
