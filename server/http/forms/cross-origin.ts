// Which websites may post to a form, and read the answer.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestOrigin } from '../request-origin.ts';

const preflightSeconds = 600;

/** CORS, for the origins of the channel only. */
export function allowOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[],
): void {
  void reply.header('vary', 'origin');
  if (origin === undefined || !origins.includes(origin)) return;
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

/** A browser posts from a website that the channel does not list, if it lists any. */
export function isFromOtherSite(
  request: FastifyRequest,
  origins: readonly string[],
  publicUrl: string | null,
): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // Pages and browsers that hide the origin send `null`: that says nothing, as no origin at all.
  if (origin === undefined || origin === 'null') return false;
  if (origins.length === 0 || site === 'same-origin') return false;
  const own = [requestOrigin(request), publicUrl === null ? '' : new URL(publicUrl).origin];
  return !origins.includes(origin) && !own.includes(origin);
}
