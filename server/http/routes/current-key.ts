import type { FastifyInstance } from 'fastify';
import type { CurrentKey } from '#contract/current-key.ts';
import { presentCurrentKey } from '#core/accounts/present-key.ts';
import { ApiError } from '../refusals/api-error.ts';
import { callerOf } from '../gate/authenticate.ts';
import { refuseParameters } from '../read-request.ts';
import { docs } from './current-key.docs.ts';

export function currentKeyRoutes(app: FastifyInstance): void {
  app.get(
    '/v1/api/key',
    { config: { scope: [], shows: 'plain' }, schema: docs.getCurrentKey },
    async (request): Promise<CurrentKey> => {
      refuseParameters(request);
      const { brandId, keyId } = callerOf(request);
      const found = keyId && (await request.run('getCurrentApiKey', { brandId, id: keyId }));
      if (!found) throw new ApiError(404, 'This request was made without an API key');
      return presentCurrentKey(found);
    },
  );
}
