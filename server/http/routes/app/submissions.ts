import type { FastifyInstance } from 'fastify';
import { mayDo } from '#core/caller.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { ApiError } from '../../api-error.ts';
import { callerOf } from '../../authenticate.ts';
import { refuseParameters } from '../../refuse-parameters.ts';
import { readScopes } from '../../work-item-scopes.ts';

export function submissionRoutes(app: FastifyInstance, runner: ActionRunner): void {
  app.get<{ Params: { id: string } }>(
    '/v1/app/work-items/:id/submission',
    { config: { member: 'any', scope: Object.values(readScopes) }, schema: { hide: true } },
    async (request) => {
      refuseParameters(request);
      const caller = callerOf(request);
      const { id } = request.params;
      const found = await runner.run('getSubmission', { brandId: caller.brandId, id });
      if (!found) throw new ApiError(404, `There is no work item ${id}`);
      const scope = readScopes[found.phase];
      if (!mayDo(caller, scope)) {
        throw new ApiError(403, `Your role in this brand does not have the scope ${scope}`);
      }
      if (!found.submission) throw new ApiError(404, `Nothing was sent in for work item ${id}`);
      const { receivedAt, body } = found.submission;
      return { receivedAt: new Date(receivedAt).toISOString(), body };
    },
  );
}
