// Some requests are refused by Node's HTTP server itself, without a body and without a request id. They
// are let in here, so that they are answered like all others.
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/** For the server's options: a missing Host header is refused below instead. */
export const withoutNodeRefusals = { requireHostHeader: false };

export function replaceNodeRefusals(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = hostHeadersIn(raw.rawHeaders);
    // Whoever stands in between may have gone by another one than we would.
    if (hosts > 1) return done(new ApiError(400, 'the request has more than one Host header'));
    const isMissing = hosts === 0 && raw.httpVersion === '1.1';
    done(isMissing ? new ApiError(400, 'the request has no Host header') : undefined);
  });

  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}

/** Of names and values in turn; Node's own table of headers keeps the first and drops the others. */
function hostHeadersIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
