import type { FastifyInstance } from 'fastify';
import type { ActionRunner } from '#runner/action-runner.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { refuseParameters } from '../../read-request.ts';

export function boardRoutes(app: FastifyInstance, { runner }: { runner: ActionRunner }): void {
  app.get(
    '/v1/app/board',
    { config: { member: 'any', scope: ['leads:read'] }, schema: { hide: true } },
    async (request) => {
      refuseParameters(request);
      const { brandId } = memberOfRequest(request);
      return { counts: await runner.run('countStatuses', { brandId }) };
    },
  );
}
