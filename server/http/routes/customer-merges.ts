import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MergeOutcome } from '#actions/customers/merge-customers.ts';
import { CustomerToMerge } from '#contract/customer-merge.ts';
import { CustomerMergeListQuery } from '#contract/list-query.ts';
import { CustomerMergeReceipt } from '#contract/receipts.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { sendChanged } from '../changed-record.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { noCustomer } from '../no-customer.ts';
import { changedMeanwhile, versionsWanted } from '../preconditions.ts';
import { readBodyOf, refuseParameters } from '../read-request.ts';
import { docs } from './customer-merges.docs.ts';

type MergeRequest = FastifyRequest<{ Params: { id: string; mergeId: string } }>;

// A merge holds only ids and times.
const reading = { scope: ['customers:read'], shows: 'plain' } as const;
const writing = { scope: ['customers:write'], shows: 'personal' } as const;

export function customerMergeRoutes(app: FastifyInstance, { pages, publicUrl }: ListParts): void {
  app.post('/v1/api/customers/:id/merge', { config: writing, schema: docs.mergeCustomer }, merge);
  app.get(
    '/v1/api/customers/:id/merges',
    { config: reading, schema: docs.listCustomerMerges },
    list,
  );
  app.post(
    '/v1/api/customers/:id/merges/:mergeId/undo',
    { config: writing, schema: docs.undoCustomerMerge },
    undo,
  );

  async function merge(request: MergeRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { customerId } = readBodyOf<{ customerId: string }>(CustomerToMerge, request);
    const outcome = await request.run('mergeCustomers', {
      ...mergeOf(request),
      otherId: customerId,
      versions: versionsWanted(request),
    });
    return send(request, reply, outcome);
  }

  async function undo(request: MergeRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { mergeId } = request.params;
    const outcome = await request.run('undoCustomerMerge', { ...mergeOf(request), mergeId });
    return send(request, reply, outcome);
  }

  async function list(request: MergeRequest, reply: FastifyReply): Promise<FastifyReply> {
    const keptId = request.params.id;
    const { brandId, after, limit, binding } = readListRequest(
      request,
      CustomerMergeListQuery,
      () => [],
    );
    const page = await request.run('listCustomerMerges', { brandId, keptId, after, limit });
    if ('outcome' in page) throw noCustomer(page);
    return sendPage(request, reply, pages.finish(page), binding, publicUrl);
  }
}

function mergeOf(request: MergeRequest) {
  const { brandId } = callerOf(request);
  return { brandId, keptId: request.params.id, author: authorOf(request) };
}

function send(request: MergeRequest, reply: FastifyReply, result: MergeOutcome): FastifyReply {
  const { id, mergeId } = request.params;
  switch (result.outcome) {
    case 'done':
      return sendChanged(request, reply, result, {
        readScope: 'customers:read',
        // Undoing a merge returns no `mergeId`, and so neither does its receipt.
        receipt: CustomerMergeReceipt,
      });
    case 'missing':
      throw noCustomer(result);
    case 'no_merge':
      throw new ApiError(404, `There is no merge ${echoed(mergeId)} of customer ${echoed(id)}`);
    case 'outdated':
      throw changedMeanwhile(`The customer ${id}`);
    case 'conflict':
      throw new ApiError(409, result.message, { code: result.code });
  }
}
