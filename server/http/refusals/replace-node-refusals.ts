// Node's HTTP server refuses some requests without a body or request id. These are accepted here
// and refused in our format.
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/** Server options: `replaceNodeRefusals` handles a missing Host header. */
export const withoutNodeRefusals = { requireHostHeader: false };

export function replaceNodeRefusals(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = hostHeadersIn(raw.rawHeaders);
    // A proxy may have routed by a different one than we would use.
    if (hosts > 1) return done(refused('the request has more than one Host header'));
    const isMissing = hosts === 0 && raw.httpVersion === '1.1';
    done(isMissing ? refused('the request has no Host header') : undefined);
  });

  // An unknown Expect header may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}

function refused(message: string): ApiError {
  return new ApiError(400, message, { code: 'malformed_request' });
}

/** Counts in `rawHeaders` (alternating names and values), since `headers` drops duplicates. */
function hostHeadersIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
