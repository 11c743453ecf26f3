import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `work` after each response, including streams that the client closes early. Fastify calls
 * no `onResponse` for those, although part of the data was sent.
 */
export function whenAnswered(
  app: FastifyInstance,
  work: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    work(request, reply);
    done();
  });

  // Only for streaming routes: other responses need no extra listener.
  app.addHook('onRoute', (route) => {
    if (!isStreaming(route.url)) return;
    const watch: typeof route.onSend = (request, reply, payload, done) => {
      if (isStream(payload)) {
        reply.raw.once('close', () => {
          const { writableFinished, errored } = reply.raw;
          // After an error Fastify calls onResponse itself.
          if (!writableFinished && !errored) work(request, reply);
        });
      }
      done(null, payload);
    };
    route.onSend = [route.onSend ?? [], watch].flat();
  });
}

// Exports, event streams, pictures and the web app's files.
function isStreaming(url: string): boolean {
  return isExport(url) || isLive(url) || url.includes('/assets/');
}

/** An event stream, which ends when the client disconnects. */
export function isLive(url: string): boolean {
  return url === '/v1/app/stream';
}

/** Exports personal data: of many people, or all of one person's. */
export function isExport(url: string): boolean {
  return url.endsWith('/export') || url.startsWith('/v1/app/export/');
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload;
}
