import type { FastifyInstance } from 'fastify';
import { timestamp } from '#core/timestamp.ts';
import { ApiError } from '../../refusals/api-error.ts';
import { callerOf } from '../../gate/authenticate.ts';
import { refuseParameters } from '../../read-request.ts';
import { noWorkItem, readScopes, refuseUnreadable } from '../../gate/work-item-scopes.ts';

export function submissionRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>(
    '/v1/app/work-items/:id/submission',
    { config: { member: 'any', scope: Object.values(readScopes) } },
    async (request) => {
      refuseParameters(request);
      const caller = callerOf(request);
      const { id } = request.params;
      const found = await request.run('getSubmission', { brandId: caller.brandId, id });
      if (!found) throw noWorkItem(id);
      refuseUnreadable(caller, found.phase);
      if (!found.submission) throw new ApiError(404, `Nothing was sent in for work item ${id}`);
      const { receivedAt, body } = found.submission;
      return { receivedAt: timestamp(receivedAt), body };
    },
  );
}
