import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReplayOutcome, ReplaySinceOutcome } from '#actions/webhooks/webhook-deliveries.ts';
import { DeliveryListQuery, NewReplay } from '#contract/webhook-delivery.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import type { DeliveryPageRequest } from '#db/webhooks/webhook-deliveries.ts';
import { ApiError } from '../refusals/api-error.ts';
import { callerOf } from '../gate/authenticate.ts';
import { type ListParts, readListRequest, sendPage } from '../list-request.ts';
import { readBodyOf, refuseParameters } from '../read-request.ts';
import { docs } from './webhook-deliveries.docs.ts';
import { noWebhook, refuseClosedWebhook } from './webhooks.ts';

type OneWebhook = FastifyRequest<{ Params: { id: string } }>;
type OneDelivery = FastifyRequest<{ Params: { id: string; deliveryId: string } }>;

const path = '/v1/api/webhooks/:id';
// A caller without personal data only sees webhooks that get none.
const config = { scope: ['webhooks:manage'] as const, shows: 'plain' as const };
const json = 'application/json; charset=utf-8';

export function webhookDeliveryRoutes(app: FastifyInstance, { pages, publicUrl }: ListParts): void {
  const preHandler = refuseClosedWebhook;
  app.get(`${path}/deliveries`, { config, preHandler, schema: docs.listWebhookDeliveries }, list);
  app.get(
    `${path}/deliveries/:deliveryId`,
    { config, preHandler, schema: docs.getWebhookDelivery },
    get,
  );
  app.post(
    `${path}/deliveries/:deliveryId/replay`,
    { config, preHandler, schema: docs.replayWebhookDelivery },
    replay,
  );
  app.post(`${path}/replay`, { config, preHandler, schema: docs.replayWebhook }, replayAll);

  async function list(request: OneWebhook, reply: FastifyReply): Promise<FastifyReply> {
    const { id: endpointId } = request.params;
    const read = readListRequest<DeliveryPageRequest['filters']>(
      request,
      DeliveryListQuery,
      () => [],
    );
    const { brandId, filters, after, limit } = read;
    const page = { brandId, endpointId, filters, after, limit };
    const result = await request.run('listDeliveries', page);
    if (!result) throw noWebhook(endpointId);
    return sendPage(request, reply, pages.finish(result), read.binding, publicUrl);
  }

  async function get(request: OneDelivery, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const body = await request.run('getDelivery', keyOf(request));
    if (body === null) throw noDelivery(request);
    return reply.type(json).send(body);
  }

  async function replay(request: OneDelivery, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const result = await request.run('replayDelivery', keyOf(request));
    if (result.outcome === 'missing') throw noDelivery(request);
    return reply.code(202).type(json).send(orRefuse(result));
  }

  async function replayAll(request: OneWebhook, reply: FastifyReply): Promise<FastifyReply> {
    const { since } = readBodyOf<{ since: number }>(NewReplay, request);
    const { id } = request.params;
    const { brandId } = callerOf(request);
    const result = await request.run('replaySince', { brandId, id, since });
    if (result.outcome === 'missing') throw noWebhook(id);
    return reply.code(202).type(json).send(orRefuse(result));
  }
}

function keyOf(request: OneDelivery) {
  const { id: endpointId, deliveryId: id } = request.params;
  return { brandId: callerOf(request).brandId, endpointId, id };
}

function orRefuse(
  result: Exclude<ReplayOutcome | ReplaySinceOutcome, { outcome: 'missing' }>,
): string {
  switch (result.outcome) {
    case 'begun':
      return result.body;
    case 'not_active':
      throw new ApiError(409, `The webhook is ${result.state}: set its state to active first`, {
        code: 'webhook_not_active',
      });
    case 'ping':
      throw new ApiError(409, 'A ping cannot be sent again: send a new one', {
        code: 'ping_not_replayable',
      });
    case 'in_flight':
      throw new ApiError(409, 'A replay of this webhook is still under way', {
        code: 'replay_in_progress',
      });
  }
}

function noDelivery({ params: { id, deliveryId } }: OneDelivery): ApiError {
  return new ApiError(404, `There is no delivery ${echoed(deliveryId)} of a webhook ${echoed(id)}`);
}
