// Logs overload as one line a second: a line per refused request would take more time than the
// requests.
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused by overload; the summary line counts it. */
    isOverload?: boolean;
  }
}

const everyMs = 1_000;
let refused = 0;
let lastRequestId = '';

export function noteOverload(request: FastifyRequest): void {
  request.isOverload = true;
  lastRequestId = request.id;
  if (refused++ === 0) setTimeout(logRefused, everyMs, request.log).unref();
}

function logRefused(log: FastifyBaseLogger): void {
  log.warn({ refused, lastRequestId }, 'requests refused: overloaded');
  refused = 0;
}
