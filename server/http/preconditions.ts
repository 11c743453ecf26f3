// Record versions in ETag and If-Match (RFC 9110), for optimistic locking.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '#core/requests/etag.ts';
import { ApiError } from './refusals/api-error.ts';

function etagOf(version: number): string {
  return `"${version}"`;
}

/** The versions in If-Match; null when any version will do. */
export function versionsWanted({ headers }: FastifyRequest): number[] | null {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const tags = header.split(',').map((tag) => /^\s*"(\d+)"\s*$/.exec(tag)?.[1]);
  // A weak or foreign tag matches nothing.
  return tags.filter((tag) => tag !== undefined).map(Number);
}

export function changedMeanwhile(id: string): ApiError {
  return new ApiError(412, `${id} was changed since you read it: read it again, then retry`);
}

/** Sends a record with its version as ETag, or 304 Not Modified. */
export function sendRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, body }: { version: number; body: string },
): FastifyReply {
  const etag = etagOf(version);
  void reply.header('etag', etag);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && matchesIfNoneMatch(request.headers['if-none-match'], etag)) {
    return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(body);
}
