import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CustomerOutcome } from '#actions/customers/change-customer.ts';
import { CustomerPatch } from '#contract/customer-patch.ts';
import { CustomerListQuery, type CustomerSortField } from '#contract/list-query.ts';
import { CustomerReceipt } from '#contract/receipts.ts';
import type { ReadCustomerPatch } from '#core/customers/change-customer.ts';
import { queryWordsForCustomers } from '#core/search/search-words.ts';
import type { CustomerFilters } from '#db/customers/customer-pages.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { sendChanged } from '../changed-record.ts';
import { scanInChunks, searchLimits } from '../scan-in-chunks.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { noCustomer } from '../no-customer.ts';
import { changedMeanwhile, sendRecord, versionsWanted } from '../preconditions.ts';
import { readBodyOf, refuseParameters } from '../read-request.ts';
import { docs } from './customers.docs.ts';

type CustomerRequest = FastifyRequest<{ Params: { id: string } }>;

const reading = { scope: ['customers:read'], shows: 'customer' } as const;
const writing = { scope: ['customers:write'], shows: 'personal' } as const;

export function customerRoutes(app: FastifyInstance, { pages, publicUrl }: ListParts): void {
  app.get('/v1/api/customers', { config: reading, schema: docs.listCustomers }, list);
  app.get('/v1/api/customers/:id', { config: reading, schema: docs.getCustomer }, read);
  app.patch('/v1/api/customers/:id', { config: writing, schema: docs.updateCustomer }, patch);
  app.post(
    '/v1/api/customers/:id/archive',
    { config: writing, schema: docs.archiveCustomer },
    (request: CustomerRequest, reply) => archive(request, reply, true),
  );
  app.post(
    '/v1/api/customers/:id/unarchive',
    { config: writing, schema: docs.unarchiveCustomer },
    (request: CustomerRequest, reply) => archive(request, reply, false),
  );

  async function list(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { binding, sort, ...page } = readListRequest<CustomerFilters>(
      request,
      CustomerListQuery,
      queryWordsForCustomers,
    );
    const asked = {
      ...page,
      sort: { field: sort.field as CustomerSortField, descending: sort.descending },
    };
    const result = await pages.get(request.budget, 'customers', asked, () =>
      scanInChunks(searchLimits(reply), (piece) =>
        request.run('listCustomers', { ...asked, ...piece }),
      ),
    );
    return sendPage(request, reply, result, binding, publicUrl);
  }

  async function read(request: CustomerRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId } = callerOf(request);
    const found = await request.run('getCustomer', { brandId, id: request.params.id });
    if (found.outcome === 'missing') throw noCustomer(found);
    return sendRecord(request, reply, found);
  }

  async function patch(request: CustomerRequest, reply: FastifyReply): Promise<FastifyReply> {
    const patch = readBodyOf<ReadCustomerPatch>(CustomerPatch, request);
    const outcome = await request.run('patchCustomer', { ...changeOf(request), patch });
    return send(request, reply, outcome);
  }

  async function archive(
    request: CustomerRequest,
    reply: FastifyReply,
    isArchived: boolean,
  ): Promise<FastifyReply> {
    refuseParameters(request);
    const outcome = await request.run('archiveCustomer', { ...changeOf(request), isArchived });
    return send(request, reply, outcome);
  }
}

function changeOf(request: CustomerRequest) {
  return {
    brandId: callerOf(request).brandId,
    id: request.params.id,
    author: authorOf(request),
    versions: versionsWanted(request),
  };
}

function send(
  request: CustomerRequest,
  reply: FastifyReply,
  result: CustomerOutcome,
): FastifyReply {
  switch (result.outcome) {
    case 'changed':
      return sendChanged(request, reply, result, {
        readScope: 'customers:read',
        receipt: CustomerReceipt,
      });
    case 'missing':
      throw noCustomer(result);
    case 'outdated':
      throw changedMeanwhile(`The customer ${request.params.id}`);
    case 'invalid':
      throw new ApiError(400, result.messages);
  }
}
