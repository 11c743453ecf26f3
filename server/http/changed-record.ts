import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Scope } from '#contract/scopes.ts';
import { mayDo } from '#core/caller.ts';
import { callerOf } from './gate/authenticate.ts';
import { sendRecord } from './preconditions.ts';

/** Sends a changed record; a write-only key gets only the fields of the receipt. */
export function sendChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, body }: { version: number; body: string },
  { readScope, receipt }: { readScope: Scope; receipt: TObject },
): FastifyReply {
  if (mayDo(callerOf(request), readScope)) return sendRecord(request, reply, { version, body });
  const fields = Object.entries(JSON.parse(body)).filter(([field]) => field in receipt.properties);
  const shown = JSON.stringify(Object.fromEntries(fields));
  return sendRecord(request, reply, { version, body: shown });
}
