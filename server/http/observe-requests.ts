// Every response carries the request id; every request adds one log line and, as a rule, one metrics
// sample.
// Neither contains personal data: no query, no body, no header.
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { BrowserHeaders } from './browser-headers.ts';
import { routeUrlOf } from './gate/guard-routes.ts';
import type { Metrics } from './metrics.ts';
import { isLive, whenAnswered } from './when-answered.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A test input provoked the failure or the delay: no fault of the server, so not measured. */
    isProvoked?: boolean;
  }
}

/** The fields of a log line. */
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
  // Synchronous hooks use callbacks: a promise per request would cost more than the hook.
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
    // The duration of an event stream is not a latency.
    const isStream = isLive(route) && status === 200;
    const isMeasured = !isStream && !request.isProvoked;
    if (isMeasured) metrics.request(...labelsOf(request), status, elapsedTime / 1000);
    const ms = Math.round(elapsedTime * 10) / 10;
    const { keyId = null, memberId = null } = caller ?? {};
    if (!request.isOverload) log.request({ requestId, method, route, status, ms, keyId, memberId });
  });
}

const usualMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Bounds the number of series: callers choose methods and paths freely. */
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

/** For requests refused before routing, which run no hooks. */
export function refusalObserver(logger: FastifyBaseLogger, metrics: Metrics): RefusalObserver {
  return ({ requestId, status, code }) => {
    metrics.request('unknown', 'unknown', status, 0);
    logger.info({ requestId, status, code }, 'request refused');
  };
}
