// Which websites may post to a form, and read the answer.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';

const preflightSeconds = 600;

/** CORS, for the origins of the channel only. */
export function allowOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  { channel }: OpenChannel,
): void {
  void reply.header('vary', 'origin');
  if (origin === undefined || !settingsOf(channel).origins.includes(origin)) return;
  void reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'error-code, error-details, retry-after, x-request-id',
  });
}

export function allowPreflight(reply: FastifyReply): void {
  void reply.headers({
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': String(preflightSeconds),
  });
}
