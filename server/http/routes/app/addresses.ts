import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShownAddress } from '#actions/addresses/address.ts';
import { AddressPatch } from '#contract/address-patch.ts';
import { wrongNewParts } from '#core/addresses/change-address.ts';
import { authorOf, callerOf, lacksScope } from '../../gate/authenticate.ts';
import { noWorkItem, phasesOpenTo, writeScopes } from '../../gate/work-item-scopes.ts';
import { noCustomer } from '../../no-customer.ts';
import { sendRecord } from '../../preconditions.ts';
import { readBodyOf } from '../../read-request.ts';
import { ApiError } from '../../refusals/api-error.ts';

type AddressRequest = FastifyRequest<{ Params: { id: string } }>;

export function newAddressRoutes(app: FastifyInstance): void {
  app.post(
    '/v1/app/work-items/:id/address',
    { config: { member: 'any', scope: Object.values(writeScopes) } },
    addToWorkItem,
  );
  app.post(
    '/v1/app/customers/:id/address',
    { config: { member: 'any', scope: ['customers:write'] } },
    addToCustomer,
  );

  async function addToWorkItem(request: AddressRequest, reply: FastifyReply) {
    const caller = callerOf(request);
    const phases = phasesOpenTo(caller);
    const result = await request.run('addAddressToWorkItem', { ...newAddressOf(request), phases });
    if (result.outcome === 'missing') throw noWorkItem(request.params.id);
    if (result.outcome === 'forbidden') throw lacksScope(caller, [writeScopes[result.phase]]);
    return send(request, reply, result);
  }

  async function addToCustomer(request: AddressRequest, reply: FastifyReply) {
    const result = await request.run('addAddressToCustomer', newAddressOf(request));
    if (result.outcome === 'missing') throw noCustomer(result);
    return send(request, reply, result);
  }
}

function newAddressOf(request: AddressRequest) {
  const { brandId, brandCountry } = callerOf(request);
  const parts = readBodyOf<AddressPatch>(AddressPatch, request);
  const refusals = wrongNewParts(parts);
  if (refusals.length > 0) throw new ApiError(400, refusals);
  return { brandId, brandCountry, id: request.params.id, author: authorOf(request), parts };
}

function send(
  request: AddressRequest,
  reply: FastifyReply,
  result: ({ outcome: 'added' } & ShownAddress) | { outcome: 'taken' },
): FastifyReply {
  if (result.outcome === 'taken')
    throw new ApiError(409, 'There is an address already', { code: 'address_exists' });
  return sendRecord(request, reply.code(201), result);
}
