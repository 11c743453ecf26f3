// Some requests are refused by Node's HTTP server itself, without a body and without a request id. They
// are let in here, so that they are answered like all others.
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/** For the server's options: a missing Host header is refused below instead. */
export const withoutNodeRefusals = { requireHostHeader: false };

export function replaceNodeRefusals(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    const isRefused = headers.host === undefined && raw.httpVersion === '1.1';
    done(isRefused ? new ApiError(400, 'the request has no Host header') : undefined);
  });

  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}
