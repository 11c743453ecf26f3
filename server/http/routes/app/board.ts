// Counts leads and jobs per status; with filters, only leads.
import type { FastifyInstance } from 'fastify';
import { BoardQuery } from '#contract/app-queries.ts';
import { leadStatuses, statuses } from '#contract/work-item-lists.ts';
import type { CountFilters } from '#db/work-items/status-counts.ts';
import { withAssignee } from '../../assignee.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { readQueryOf } from '../../read-request.ts';

export function boardRoutes(app: FastifyInstance): void {
  app.get(
    '/v1/app/board',
    { config: { member: 'any', scope: ['leads:read'] } },
    async (request) => {
      const filters = withAssignee(request, readQueryOf<CountFilters>(BoardQuery, request));
      const { brandId } = memberOfRequest(request);
      if (Object.keys(filters).length === 0) {
        return { counts: await request.run('countStatuses', { brandId, statuses, filters }) };
      }
      const counts = {};
      // One query per status, so that other callers' queries run in between: filters make them slow.
      for (const status of leadStatuses) {
        const asked = { brandId, statuses: [status], filters };
        Object.assign(counts, await request.run('countStatuses', asked));
      }
      return { counts };
    },
  );
}
