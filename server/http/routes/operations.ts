// Liveness, readiness and metrics.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isLoopbackHost } from '#core/networks.ts';
import { ApiError, temporarilyUnavailable } from '../refusals/api-error.ts';
import type { Metrics } from '../metrics.ts';

interface OperationsParts {
  metrics: Metrics;
  writes: { isWritable(): Promise<boolean> };
  metricsToken: string | null;
  /** The address the server listens on. */
  host: string;
  isClosing(): boolean;
}

export function operationsRoutes(app: FastifyInstance, parts: OperationsParts): void {
  const { metrics, writes, metricsToken, host, isClosing } = parts;
  const options = { config: { isHealthCheck: true } };

  app.get('/healthz', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (request) => {
    if (isClosing()) throw new ApiError(503, 'closing');
    await request.run('readApiKeysRevision', null);
    if (!(await writes.isWritable())) {
      throw temporarilyUnavailable(new Error('not ready: nothing can be written to the database'));
    }
    return { status: 'ready' };
  });

  app.get('/metrics', options, async (request, reply) => {
    if (metricsToken === null && !isLoopbackHost(host)) {
      throw new ApiError(403, 'METRICS_TOKEN must be set, since HOST is open to other machines', {
        code: 'metrics_token_unset',
      });
    }
    if (metricsToken !== null && !isBearer(request.headers.authorization, metricsToken)) {
      throw new ApiError(401, 'Send the token of METRICS_TOKEN as Authorization: Bearer', {
        code: 'metrics_token_wrong',
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function isBearer(header: string | undefined, token: string): boolean {
  const sent = Buffer.from(header ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
