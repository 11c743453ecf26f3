import type { FastifyInstance } from 'fastify';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { refuseParameters } from '../../read-request.ts';

export function duplicateRoutes(app: FastifyInstance): void {
  app.get(
    '/v1/app/duplicates',
    { config: { member: 'any', scope: ['customers:read'] } },
    async (request) => {
      refuseParameters(request);
      const { brandId } = memberOfRequest(request);
      return { data: await request.run('listDuplicates', { brandId }) };
    },
  );
}
