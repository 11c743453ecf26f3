// Handles URLs that cannot be decoded. No route matches and no hook runs, yet under the API only
// authenticated callers see the actual error.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Gate } from './authenticate.ts';
import { isApi, pathOf } from './guard-routes.ts';
import type { RefusalObserver } from '../observe-requests.ts';
import { renderError } from '../refusals/render-error.ts';

export async function refuseUnroutable(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  { gate, observeRefusal }: { gate: Gate; observeRefusal: RefusalObserver },
): Promise<void> {
  const refusal = isApi(pathOf(request)) ? await refusalAtGate(gate, request, reply) : undefined;
  renderError(refusal ?? error, request, reply);
  observeRefusal({ requestId: request.id, status: reply.statusCode, code: error.code });
}

async function refusalAtGate(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  try {
    await gate.enter(request, reply, []);
    return undefined;
  } catch (refusal) {
    return refusal;
  }
}
