import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AddressPatch } from '#contract/address-patch.ts';
import { AddressListQuery } from '#contract/list-query.ts';
import { AddressReceipt } from '#contract/receipts.ts';
import { wrongCoordinates } from '#core/addresses/change-address.ts';
import { queryWordsForAddresses } from '#core/search/search-words.ts';
import type { AddressPageRequest } from '#db/addresses/address-pages.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { sendChanged } from '../changed-record.ts';
import { scanInChunks, searchLimits } from '../scan-in-chunks.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { changedMeanwhile, sendRecord, versionsWanted } from '../preconditions.ts';
import { readBodyOf, refuseParameters } from '../read-request.ts';
import { docs } from './addresses.docs.ts';

type AddressRequest = FastifyRequest<{ Params: { id: string } }>;

const reading = { scope: ['addresses:read'], shows: 'address' } as const;
// Addresses have no write scope of their own: they belong to customers.
const writing = { scope: ['customers:write'], shows: 'personal' } as const;

export function addressRoutes(app: FastifyInstance, { pages, publicUrl }: ListParts): void {
  app.get('/v1/api/address', { config: reading, schema: docs.listAddresses }, list);
  app.get('/v1/api/address/:id', { config: reading, schema: docs.getAddress }, read);
  app.patch('/v1/api/address/:id', { config: writing, schema: docs.updateAddress }, patch);

  async function list(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { binding, sort, ...page } = readListRequest<AddressPageRequest['filters']>(
      request,
      AddressListQuery,
      queryWordsForAddresses,
    );
    const asked = { ...page, sort: { field: 'createdAt' as const, descending: sort.descending } };
    const result = await pages.get(request.budget, 'addresses', asked, () =>
      scanInChunks(searchLimits(reply), (piece) =>
        request.run('listAddresses', { ...asked, ...piece }),
      ),
    );
    return sendPage(request, reply, result, binding, publicUrl);
  }

  async function read(request: AddressRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { id } = request.params;
    const found = await request.run('getAddress', { brandId: callerOf(request).brandId, id });
    if (!found) throw noAddress(id);
    return sendRecord(request, reply, found);
  }

  async function patch(request: AddressRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request.params;
    const { brandId, brandCountry } = callerOf(request);
    const result = await request.run('patchAddress', {
      brandId,
      brandCountry,
      id,
      author: authorOf(request),
      versions: versionsWanted(request),
      patch: patchIn(request),
    });
    if (result.outcome === 'missing') throw noAddress(id);
    if (result.outcome === 'outdated') throw changedMeanwhile(`The address ${id}`);
    return sendChanged(request, reply, result, {
      readScope: 'addresses:read',
      receipt: AddressReceipt,
    });
  }
}

function patchIn(request: AddressRequest): AddressPatch {
  const patch = readBodyOf<AddressPatch>(AddressPatch, request);
  const refusals = wrongCoordinates(patch);
  if (refusals.length > 0) throw new ApiError(400, refusals);
  return patch;
}

function noAddress(id: string): ApiError {
  return noSuch('address', id);
}
