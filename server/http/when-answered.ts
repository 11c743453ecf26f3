import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls the work when a request was answered, also with a part of an export: Fastify's hook is not called when whoever
 * reads goes away before the end, and has taken along what came before.
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
    if (!isExport(route.url)) return;
    const watch: typeof route.onSend = (request, reply, payload, done) => {
      if (isStream(payload)) {
        reply.raw.once('close', () => {
          if (!reply.raw.writableFinished) work(request, reply);
        });
      }
      done(null, payload);
    };
    route.onSend = [route.onSend ?? [], watch].flat();
  });
}

/** Takes data of many people, or all of one, away. */
export function isExport(url: string): boolean {
  return url.endsWith('/export') || url.startsWith('/v1/app/export/');
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload;
}
