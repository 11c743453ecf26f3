import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { JobListQuery, LeadListQuery, type WorkItemSortField } from '#contract/list-query.ts';
import type { Phase } from '#contract/work-item-lists.ts';
import { timestamp } from '#core/timestamp.ts';
import { queryWordsForWorkItems } from '#core/search/search-words.ts';
import type { WorkItemFilters } from '#db/work-items/work-item-pages.ts';
import { withAssignee } from '../assignee.ts';
import { ApiError } from '../refusals/api-error.ts';
import { callerOf } from '../gate/authenticate.ts';
import { scanInChunks, searchLimits } from '../scan-in-chunks.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { sendRecord } from '../preconditions.ts';
import { refuseParameters } from '../read-request.ts';
import { noWorkItem, readScopes, refuseUnreadable } from '../gate/work-item-scopes.ts';
import { docs } from './work-items.docs.ts';

export function workItemRoutes(app: FastifyInstance, { pages, publicUrl }: ListParts): void {
  const list = (phase: Phase, url: string, query: TSchema, schema: object) => {
    const config = { scope: [readScopes[phase]], shows: 'workItem' as const };
    app.get(url, { config, schema }, async (request, reply) => {
      const { binding, sort, filters, ...page } = readListRequest<WorkItemFilters>(
        request,
        query,
        queryWordsForWorkItems,
      );
      const asked = {
        ...page,
        filters: withAssignee(request, filters),
        phase,
        sort: { field: sort.field as WorkItemSortField, descending: sort.descending },
      };
      const result = await pages.get(request.budget, url, asked, () =>
        scanInChunks(searchLimits(reply), (piece) =>
          request.run('listWorkItems', { ...asked, ...piece }),
        ),
      );
      return sendPage(request, reply, result, binding, publicUrl);
    });
  };

  list('lead', '/v1/api/leads', LeadListQuery, docs.listLeads);
  list('job', '/v1/api/work-items', JobListQuery, docs.listWorkItems);

  // The required scope depends on the phase, which is known only after the read.
  const read = (
    action: 'getWorkItem' | 'listPhotos',
    url: string,
    schema: object,
    shows: 'workItem' | 'photo',
  ) =>
    app.get<{ Params: { id: string } }>(
      url,
      { config: { scope: Object.values(readScopes), shows }, schema },
      async (request, reply) => {
        refuseParameters(request);
        const caller = callerOf(request);
        const { id } = request.params;
        const found = await request.run(action, { brandId: caller.brandId, id });
        if (!found) throw noWorkItem(id);
        refuseUnreadable(caller, found.phase);
        return sendRecord(request, reply, found);
      },
    );

  read('getWorkItem', '/v1/api/work-items/:id', docs.getWorkItem, 'workItem');
  read('getWorkItem', '/v1/api/leads/:id', docs.getLead, 'workItem');
  read('listPhotos', '/v1/api/work-items/:id/photos', docs.listPhotos, 'photo');

  app.get<{ Params: { id: string } }>(
    '/v1/api/work-items/:id/submission',
    {
      config: { scope: Object.values(readScopes), shows: 'personal' },
      schema: docs.getSubmission,
    },
    async (request, reply) => {
      refuseParameters(request);
      const caller = callerOf(request);
      const { id } = request.params;
      const found = await request.run('getSubmission', { brandId: caller.brandId, id });
      if (!found) throw noWorkItem(id);
      refuseUnreadable(caller, found.phase);
      if (!found.submission) throw new ApiError(404, noSubmission(id));
      const { receivedAt, requestId, body } = found.submission;
      const about = { workItemId: id, receivedAt: timestamp(receivedAt), requestId };
      // Parsing would round long numbers: the body is sent to the letter.
      const text = `${JSON.stringify(about).slice(0, -1)},"body":${body}}`;
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
}

function noSubmission(id: string): string {
  return `Nothing was sent in for work item ${id}: it was entered by hand, or it was erased with a customer`;
}
