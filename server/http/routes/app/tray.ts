// What waits for a person: counts, leads whose customer is doubtful, and customers told apart.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DistinctCustomers, DoubtSettlement } from '#contract/app-bodies.ts';
import { DoubtfulLeadListQuery } from '#contract/list-query.ts';
import type { Config } from '#server/config.ts';
import { about } from '#core/reading/field-message.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { type ListParts, readListRequest, sendPage } from '../../list-request.ts';
import { readBodyOf, refuseParameters } from '../../read-request.ts';
import { ApiError, noSuch } from '../../refusals/api-error.ts';

type ById = FastifyRequest<{ Params: { id: string } }>;

export function trayRoutes(
  app: FastifyInstance,
  { config: { intakeDays }, pages, publicUrl }: ListParts & { config: Config },
): void {
  const config = { member: 'any' as const, scope: ['leads:write' as const] };
  app.get('/v1/app/tray', { config }, count);
  app.get('/v1/app/doubtful-leads', { config }, list);
  app.post('/v1/app/doubtful-leads/:id/settle', { config }, settle);
  const ofCustomers = { member: 'any' as const, scope: ['customers:write' as const] };
  app.post('/v1/app/duplicates/distinct', { config: ofCustomers }, tellApart);
  app.post('/v1/app/duplicates/not-distinct', { config: ofCustomers }, takeBack);

  async function count(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    return { ...(await request.run('countTray', brandOf(request))), intakeDays };
  }

  async function list(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readListRequest(request, DoubtfulLeadListQuery, () => []);
    const { brandId, after, limit, binding } = asked;
    const page = await request.run('listDoubtfulLeads', { brandId, beforeId: after?.id, limit });
    return sendPage(request, reply, pages.finish(page), binding, publicUrl);
  }

  /** The app moves the lead itself, with its version, before it settles the doubt. */
  async function settle(request: ById, reply: FastifyReply): Promise<FastifyReply> {
    const { isSettled, customerIds } = readBodyOf<DoubtSettlement>(DoubtSettlement, request);
    const { id: workItemId } = request.params;
    const isChanged = await request.run('settleDoubt', {
      ...brandOf(request),
      workItemId,
      isSettled,
      apart: customerIds === undefined ? null : pairOf(customerIds),
    });
    if (!isChanged) throw noSuch('doubtful lead', workItemId);
    return reply.code(204).send();
  }

  async function tellApart(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await request.run('tellCustomersApart', { ...brandOf(request), ids: pairIn(request) });
    return reply.code(204).send();
  }

  async function takeBack(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await request.run('forgetDistinctCustomers', { ...brandOf(request), ids: pairIn(request) });
    return reply.code(204).send();
  }
}

function pairIn(request: FastifyRequest): [string, string] {
  return pairOf(readBodyOf<DistinctCustomers>(DistinctCustomers, request).customerIds);
}

function pairOf(customerIds: readonly string[]): [string, string] {
  const [one, other] = customerIds;
  if (one !== undefined && other !== undefined && customerIds.length === 2) return [one, other];
  throw new ApiError(400, [
    about('customerIds', 'wrong_type', 'must be the ids of two different customers'),
  ]);
}

function brandOf(request: FastifyRequest): { brandId: string } {
  return { brandId: memberOfRequest(request).brandId };
}
