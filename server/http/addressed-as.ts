import type { FastifyRequest } from 'fastify';

/** The origin that the request was sent to; empty when its Host makes no sense, as a client may send any or none. */
export function addressedAs({ protocol, host }: FastifyRequest): string {
  const base = `${protocol}://${host}`;
  return URL.canParse(base) ? new URL(base).origin : '';
}
