import { Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import { pageSizeDefault, webhookLogDays } from '#contract/limits.ts';
import { DeliveryListQuery } from '#contract/webhook-delivery.ts';
import { headers, json } from './answer.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, notModified, responses } from './operation.ts';
import { eventDelivery, listedDelivery, replayedDelivery } from './webhook-examples.ts';
import { webhookParams } from './webhooks.ts';

const deliveryParams = Type.Object({
  id: Id('Identifier of the webhook'),
  deliveryId: Id('Identifier of the delivery'),
});

export const listDeliveriesDocs = {
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook',
  description: `What was sent, the newest first, each with its last attempt; kept for ${webhookLogDays} days.`,
  tags: ['Webhooks'],
  params: webhookParams,
  querystring: DeliveryListQuery,
  'x-responses': responses(
    {
      200: {
        description: 'A page of deliveries; the Link header leads to the next one',
        headers: headers(...callerHeaders, 'Link', 'ETag'),
        content: json('WebhookDeliveryPage', {
          page: {
            summary: 'A page with one delivery',
            value: { data: [listedDelivery], limit: pageSizeDefault },
          },
        }),
      },
      304: notModified,
    },
    { 400: 'InvalidQuery', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const getDeliveryDocs = {
  operationId: 'getWebhookDelivery',
  summary: 'Read one delivery',
  description: 'With the body that is sent, and every attempt with its request and its answer.',
  tags: ['Webhooks'],
  params: deliveryParams,
  'x-responses': responses(
    {
      200: {
        description: 'The delivery',
        headers: headers(...callerHeaders),
        content: json('WebhookDelivery', {
          delivery: { summary: 'One that was taken', value: eventDelivery },
        }),
      },
    },
    { 400: 'InvalidAddress', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const replayDeliveryDocs = {
  operationId: 'replayWebhookDelivery',
  summary: 'Send one delivery again',
  description:
    'With the same body and the same `webhook-id`, whatever became of it before. If it fails it is tried ' +
    'again as often as the first time.',
  tags: ['Webhooks'],
  params: deliveryParams,
  'x-responses': responses(
    {
      202: {
        description: 'It will be sent at once',
        headers: headers(...callerHeaders),
        content: json('WebhookDelivery', {
          begun: { summary: 'On its way again', value: replayedDelivery },
        }),
      },
    },
    { 400: 'InvalidAddress', 404: 'NotFound', 409: 'WebhookConflict' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const replaySinceDocs = {
  operationId: 'replayWebhook',
  summary: 'Send everything since a time again',
  description:
    'One event after the other in their order, beside those that are new. Events that the webhook was never ' +
    'sent, because they are older than itself, are sent too.',
  tags: ['Webhooks'],
  params: webhookParams,
  'x-request-body': {
    required: true,
    description: 'Since when',
    content: json('NewReplay', {
      since: { summary: 'Since this morning', value: { since: '2026-11-15T06:00:00Z' } },
    }),
  },
  'x-responses': responses(
    {
      202: {
        description: 'The replay has begun',
        headers: headers(...callerHeaders),
        content: json('WebhookReplay', {
          begun: {
            summary: 'There is something to send',
            value: {
              webhookId: eventDelivery.webhookId,
              since: '2026-11-15T06:00:00.000Z',
              upToEventId: '1042',
            },
          },
        }),
      },
    },
    {
      400: 'InvalidBody',
      404: 'NotFound',
      409: 'WebhookConflict',
      413: 'BodyTooLarge',
      415: 'NotJson',
    },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
