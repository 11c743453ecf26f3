// Every answer carries the request's id; every request leaves one line in the log and one measurement.
// Neither holds anything a person typed: no query, no body, no header.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { routeUrlOf } from './gate/guard-routes.ts';
import type { Metrics } from './metrics.ts';
import { whenAnswered } from './when-answered.ts';

export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  // With a callback, as all hooks that wait for nothing: a promise for each would cost more than they do.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    void reply.header('cache-control', 'no-store');
    done();
  });

  whenAnswered(app, (request, reply) => {
    const route = routeUrlOf(request) ?? 'unknown';
    const { elapsedTime, statusCode } = reply;
    metrics.request(request.method, route, statusCode, elapsedTime / 1000);
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: statusCode,
        ms: Math.round(elapsedTime * 10) / 10,
        ...(request.caller?.keyId && { keyId: request.caller.keyId }),
        ...(request.caller?.memberId && { memberId: request.caller.memberId }),
      },
      'request',
    );
  });
}

interface Refusal {
  requestId: string;
  status: number;
  code: string;
}

export type RefusalObserver = (refusal: Refusal) => void;

/** For requests that are refused before they have a route, and so come past no hook. */
export function refusalObserver(logger: FastifyBaseLogger, metrics: Metrics): RefusalObserver {
  return ({ requestId, status, code }) => {
    metrics.request('unknown', 'unknown', status, 0);
    logger.info({ requestId, status, code }, 'request refused');
  };
}
