// What the routes of customers have in common.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MissingCustomer } from '#actions/get-customer.ts';
import type { Scope } from '#contract/scopes.ts';
import { mayDo } from '#core/caller.ts';
import { ApiError } from './api-error.ts';
import { callerOf } from './authenticate.ts';
import { sendRecord } from './preconditions.ts';

export function noCustomer({ id, mergedInto }: Omit<MissingCustomer, 'outcome'>): ApiError {
  const whereabouts = mergedInto === null ? '' : `: it was merged into ${mergedInto}`;
  return new ApiError(404, `There is no customer ${id}${whereabouts}`);
}

/** A record after its change; a key that may only write gets no more of it than these fields. */
export function sendChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, body }: { version: number; body: string },
  { readScope, otherwise }: { readScope: Scope; otherwise: readonly string[] },
): FastifyReply {
  if (mayDo(callerOf(request), readScope)) return sendRecord(request, reply, { version, body });
  const fields = Object.entries(JSON.parse(body)).filter(([field]) => otherwise.includes(field));
  const shown = JSON.stringify(Object.fromEntries(fields));
  return sendRecord(request, reply, { version, body: shown });
}
