import type { FastifyRequest } from 'fastify';
import { EmptyQuery } from '#contract/list-query.ts';
import type { ObjectSchema } from '#core/read-field.ts';
import { readQuery } from '#core/read-query.ts';
import { ApiError } from './api-error.ts';

/** For an endpoint that takes none. */
export function refuseParameters({ query }: FastifyRequest): void {
  const { messages } = readQuery(
    EmptyQuery as unknown as ObjectSchema,
    query as Record<string, unknown>,
  );
  if (messages) throw new ApiError(400, messages);
}
