import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls the work when a request was answered, also with a part of what takes long to send: Fastify's hook is not called
 * when whoever reads goes away before the end, and has taken along what came before.
 */
export function whenAnswered(
  app: FastifyInstance,
  work: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    work(request, reply);
    done();
  });

  // Only where it is of use: every other answer goes without.
  app.addHook('onRoute', (route) => {
    if (!isLong(route.url)) return;
    const watch: typeof route.onSend = (request, reply, payload, done) => {
      if (isStream(payload)) {
        reply.raw.once('close', () => {
          const { writableFinished, errored } = reply.raw;
          // Of an error Fastify tells.
          if (!writableFinished && !errored) work(request, reply);
        });
      }
      done(null, payload);
    };
    route.onSend = [route.onSend ?? [], watch].flat();
  });
}

// Pictures, the web app's own files, and the events that an open page is told of: whoever closes it leaves in the
// middle.
function isLong(url: string): boolean {
  return isExport(url) || isLive(url) || url.includes('/assets/');
}

/** Goes on for as long as somebody listens. */
export function isLive(url: string): boolean {
  return url === '/v1/app/stream';
}

/** Takes data of many people, or all of one, away. */
export function isExport(url: string): boolean {
  return url.endsWith('/export') || url.startsWith('/v1/app/export/');
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload;
}
