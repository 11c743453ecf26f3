import type { FastifyRequest } from 'fastify';

/** The origin the request was sent to; empty when its Host header is invalid or missing. */
export function requestOrigin({ protocol, host }: FastifyRequest): string {
  const base = `${protocol}://${host}`;
  return URL.canParse(base) ? new URL(base).origin : '';
}
