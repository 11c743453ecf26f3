import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type {
  NewWebhookFields,
  WebhookFields,
  WebhookOutcome,
} from '#actions/webhooks/webhooks.ts';
import { webhooksPerBrandMax } from '#contract/limits.ts';
import { NewWebhook, WebhookPatch } from '#contract/webhook.ts';
import { readWebhookUrl, type WebhookNetworkPolicy } from '#core/webhooks/webhook-url.ts';
import { about, messageOf } from '#core/reading/field-message.ts';
import type { WebhookPings } from '#jobs/webhook-pings.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { authorOf, callerOf, noLongerAllowed } from '../gate/authenticate.ts';
import { changedMeanwhile, sendRecord, versionsWanted } from '../preconditions.ts';
import { readBodyOf, refuseParameters } from '../read-request.ts';
import { docs } from './webhooks.docs.ts';

interface WebhookParts {
  pings: WebhookPings;
  networkPolicy: WebhookNetworkPolicy;
}

type OneWebhook = FastifyRequest<{ Params: { id: string } }>;

const path = '/v1/api/webhooks';
// A caller without personal data only sees webhooks that get none.
const config = { scope: ['webhooks:manage'] as const, shows: 'plain' as const };
const json = 'application/json; charset=utf-8';

export function webhookRoutes(app: FastifyInstance, { pings, networkPolicy }: WebhookParts): void {
  const preHandler = refuseClosedWebhook;
  app.post(path, { config, schema: docs.createWebhook }, create);
  app.get(path, { config, schema: docs.listWebhooks }, list);
  app.get(`${path}/:id`, { config, preHandler, schema: docs.getWebhook }, get);
  app.patch(`${path}/:id`, { config, preHandler, schema: docs.updateWebhook }, patch);
  app.delete(`${path}/:id`, { config, preHandler, schema: docs.deleteWebhook }, remove);
  app.post(
    `${path}/:id/rotate-secret`,
    { config, preHandler, schema: docs.rotateWebhookSecret },
    rotate,
  );
  app.post(`${path}/:id/ping`, { config, preHandler, schema: docs.pingWebhook }, ping);

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const fields = readFields<NewWebhookFields>(NewWebhook, request, networkPolicy);
    const { brandId, isImpersonal } = callerOf(request);
    const { personalData = !isImpersonal } = fields;
    if (isImpersonal && personalData) throw new ApiError(400, [noPersonalData]);
    const made = await request.run('createWebhook', {
      brandId,
      author: authorOf(request),
      fields: { ...fields, personalData },
    });
    if (made.outcome === 'not_allowed') throw noLongerAllowed(callerOf(request));
    if (made.outcome === 'too_many') {
      throw new ApiError(
        409,
        `A brand can have ${webhooksPerBrandMax} webhooks: delete one first`,
        { code: 'webhooks_full' },
      );
    }
    void reply.code(201).header('location', `${path}/${made.id}`);
    return sendRecord(request, reply, made);
  }

  async function list(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId, isImpersonal } = callerOf(request);
    return reply.type(json).send(await request.run('listWebhooks', { brandId, isImpersonal }));
  }

  async function get(request: OneWebhook, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { id } = request.params;
    const found = await request.run('getWebhook', { brandId: callerOf(request).brandId, id });
    if (!found) throw noWebhook(id);
    return sendRecord(request, reply, found);
  }

  async function patch(request: OneWebhook, reply: FastifyReply): Promise<FastifyReply> {
    const fields = readFields<WebhookFields>(WebhookPatch, request, networkPolicy);
    const outcome = await request.run('updateWebhook', { ...changeOf(request), fields });
    return sendRecord(request, reply, orRefuse(request, outcome));
  }

  async function remove(request: OneWebhook, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    orRefuse(request, await request.run('deleteWebhook', changeOf(request)));
    return reply.code(204).send();
  }

  async function rotate(request: OneWebhook, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const outcome = await request.run('rotateWebhookSecret', changeOf(request));
    return sendRecord(request, reply, orRefuse(request, outcome));
  }

  async function ping(request: OneWebhook, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { id: endpointId } = request.params;
    const { brandId } = callerOf(request);
    const result = await pings.ping(request.run, {
      brandId,
      endpointId,
      author: authorOf(request),
    });
    switch (result.outcome) {
      case 'sent':
        return reply.type(json).send(result.body);
      case 'missing':
        throw noWebhook(endpointId);
      case 'in_flight':
        throw new ApiError(409, 'A ping of this webhook is still under way', {
          code: 'ping_in_progress',
        });
    }
  }
}

function readFields<Fields extends WebhookFields>(
  schema: TSchema,
  request: FastifyRequest,
  networkPolicy: WebhookNetworkPolicy,
): Fields {
  const fields = readBodyOf<Fields>(schema, request);
  const url = fields.url === undefined ? null : readWebhookUrl(fields.url, networkPolicy);
  const messages = url?.refusal === undefined ? [] : [messageOf('url', url.refusal)];
  if (fields.eventTypes?.length === 0) {
    const text = 'must name at least one type, or be null for all';
    messages.push(about('eventTypes', 'too_few_items', text, { min: 1 }));
  }
  if (messages.length > 0) throw new ApiError(400, messages);
  return url ? { ...fields, url: url.url! } : fields;
}

function changeOf(request: OneWebhook) {
  return {
    brandId: callerOf(request).brandId,
    id: request.params.id,
    author: authorOf(request),
    versions: versionsWanted(request),
  };
}

function orRefuse(
  request: OneWebhook,
  result: WebhookOutcome,
): Extract<WebhookOutcome, { outcome: 'done' }> {
  const { id } = request.params;
  switch (result.outcome) {
    case 'done':
      return result;
    case 'missing':
      throw noWebhook(id);
    case 'outdated':
      throw changedMeanwhile(`The webhook ${id}`);
    case 'not_allowed':
      throw noLongerAllowed(callerOf(request));
  }
}

const noPersonalData = about(
  'personalData',
  'personal_data',
  'must be false: a webhook of a key without personal data sends none',
);

/** A caller without personal data must neither redirect a webhook that gets it, nor read its log. */
export async function refuseClosedWebhook(request: OneWebhook): Promise<void> {
  const { brandId, isImpersonal } = callerOf(request);
  if (!isImpersonal) return;
  const { id } = request.params;
  const found = await request.run('getWebhook', { brandId, id });
  if (!found?.isImpersonal) throw noWebhook(id);
}

export function noWebhook(id: string): ApiError {
  return noSuch('webhook', id);
}
