import type { FastifyInstance } from 'fastify';
import type { ActionRunner } from '#runner/action-runner.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { refuseParameters } from '../../read-request.ts';

export function duplicateRoutes(app: FastifyInstance, { runner }: { runner: ActionRunner }): void {
  app.get(
    '/v1/app/duplicates',
    { config: { member: 'any', scope: ['customers:read'] }, schema: { hide: true } },
    async (request) => {
      refuseParameters(request);
      const { brandId } = memberOfRequest(request);
      return { data: await runner.run('listDuplicates', { brandId }) };
    },
  );
}
