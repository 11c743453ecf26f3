// Every answer carries the request's id; every request leaves one line in the log and one measurement.
// Neither holds anything a person typed: no query, no body, no header.
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { BrowserHeaders } from './browser-headers.ts';
import { routeUrlOf } from './gate/guard-routes.ts';
import type { Metrics } from './metrics.ts';
import { isLive, whenAnswered } from './when-answered.ts';

/** What the log tells of it. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  keyId: string | null;
  memberId: string | null;
}

export interface RequestLines {
  request(answered: AnsweredRequest): void;
}

export function observeRequests(
  app: FastifyInstance,
  { metrics, log }: { metrics: Metrics; log: RequestLines },
  forBrowsers: BrowserHeaders,
): void {
  // With a callback, as all hooks that wait for nothing: a promise for each would cost more than they do.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    void reply.header('cache-control', 'no-store');
    void reply.headers(forBrowsers);
    done();
  });

  whenAnswered(app, (request, reply) => {
    const { id: requestId, method, caller } = request;
    const { elapsedTime, statusCode: status } = reply;
    const route = routeUrlOf(request) ?? 'unknown';
    // How long a page stays open says nothing of the service.
    const isStream = isLive(route) && status === 200;
    if (!isStream) metrics.request(...labelsOf(request), status, elapsedTime / 1000);
    const ms = Math.round(elapsedTime * 10) / 10;
    const { keyId = null, memberId = null } = caller ?? {};
    if (!request.isOverload) log.request({ requestId, method, route, status, ms, keyId, memberId });
  });
}

const usualMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Callers choose methods and addresses; only those of our routes make a series of their own. */
function labelsOf({ method, routeOptions }: FastifyRequest): [method: string, route: string] {
  if (routeOptions.url !== undefined) return [method, routeOptions.url];
  return [usualMethods.has(method) ? method : 'other', 'unknown'];
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
