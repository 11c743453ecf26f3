import { webhookLogDays } from '#contract/limits.ts';
import { DeliveryListQuery } from '#contract/webhook-delivery.ts';
import { operations, page, requestBody } from '../docs/operation.ts';
import { json } from '../docs/response.ts';
import { eventDelivery, listedDelivery, replayedDelivery } from '../docs/webhook-examples.ts';

const replay = {
  webhookId: eventDelivery.webhookId,
  since: '2026-11-15T06:00:00.000Z',
  upToEventId: '1042',
};

export const docs = operations({
  listWebhookDeliveries: {
    summary: 'List the deliveries of a webhook',
    description: `What was sent, the newest first, each with its last attempt; kept for ${webhookLogDays} days.`,
    querystring: DeliveryListQuery,
    responses: page('deliveries', 'WebhookDeliveryPage', [
      'A page with one delivery',
      listedDelivery,
    ]),
  },
  getWebhookDelivery: {
    summary: 'Read one delivery',
    description: 'With the body that is sent, and every attempt with its request and its answer.',
    responses: {
      200: json('The delivery', 'WebhookDelivery', {
        delivery: ['One that was taken', eventDelivery],
      }),
    },
  },
  replayWebhookDelivery: {
    summary: 'Send one delivery again',
    description:
      'With the same body and the same `webhook-id`, whatever became of it before. If it fails it is tried ' +
      'again as often as the first time.',
    responses: {
      202: json('It will be sent at once', 'WebhookDelivery', {
        begun: ['On its way again', replayedDelivery],
      }),
    },
    errors: { 409: 'WebhookConflict' },
  },
  replayWebhook: {
    summary: 'Send everything since a time again',
    description:
      'One event after the other in their order, beside those that are new. Events that the webhook was never ' +
      'sent, because they are older than itself, are sent too.',
    requestBody: requestBody('NewReplay', 'Since when', {
      since: ['Since this morning', { since: '2026-11-15T06:00:00Z' }],
    }),
    responses: {
      202: json('The replay has begun', 'WebhookReplay', {
        begun: ['There is something to send', replay],
      }),
    },
    errors: { 409: 'WebhookConflict' },
  },
});
