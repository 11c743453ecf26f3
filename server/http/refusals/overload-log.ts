// Requests refused because there are too many leave one line a second in the log, for all of them: with a line each, the log
// would be what the server does.
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** It was refused for want of time, and counted. */
    isOverload?: boolean;
  }
}

const everyMs = 1_000;
let refused = 0;
let lastRequestId = '';

export function noteOverload(request: FastifyRequest): void {
  request.isOverload = true;
  lastRequestId = request.id;
  if (refused++ === 0) setTimeout(tell, everyMs, request.log).unref();
}

function tell(log: FastifyBaseLogger): void {
  log.warn({ refused, lastRequestId }, 'requests refused: more is asked than can be done in time');
  refused = 0;
}
