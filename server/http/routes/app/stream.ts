import type { FastifyInstance } from 'fastify';
import { StreamQuery } from '#contract/app-queries.ts';
import { mayDo } from '#core/caller.ts';
import { readableTypes } from '#core/present-event.ts';
import { ApiError } from '../../refusals/api-error.ts';
import { callerOf, memberOfRequest } from '../../gate/authenticate.ts';
import type { EventStreams } from '../../live/event-streams.ts';
import { readQueryOf } from '../../read-request.ts';

const retryAfterSeconds = 5;
const positionShape = /^\d{1,15}$/;

export function streamRoutes(app: FastifyInstance, { streams }: { streams: EventStreams }): void {
  app.get(
    '/v1/app/stream',
    { config: { member: 'any' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { after = null } = readQueryOf<{ after?: number }>(StreamQuery, request);
      const caller = callerOf(request);
      const { accountId, brandId, session } = memberOfRequest(request);
      const seen = request.headers['last-event-id'];
      const { tokenHash, role } = session;
      const source = await streams.open(request, {
        accountId,
        brandId,
        tokenHash,
        role,
        types: readableTypes((scope) => mayDo(caller, scope)),
        // A reconnecting browser repeats the first URL; Last-Event-ID says what it has seen since.
        after: typeof seen === 'string' && positionShape.test(seen) ? Number(seen) : after,
      });
      if (!source) {
        throw new ApiError(503, 'There is no room for another open page; try again soon', {
          headers: { 'retry-after': String(retryAfterSeconds) },
        });
      }
      // A half-closed socket means that the client left: the response never ends by itself.
      request.raw.socket.once('end', () => reply.raw.destroy());
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          // Proxies must not buffer.
          .header('x-accel-buffering', 'no')
          .header('cache-control', 'no-store, no-transform')
          .send(source)
      );
    },
  );
}
