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
    description: `The deliveries of the last ${webhookLogDays} days, newest first, each with its last attempt.`,
    querystring: DeliveryListQuery,
    responses: page('deliveries', 'WebhookDeliveryPage', [
      'A page with one delivery',
      listedDelivery,
    ]),
  },
  getWebhookDelivery: {
    summary: 'Read one delivery',
    description:
      'Returns the delivery with its payload, and each attempt with its request and response.',
    responses: json(200, 'The delivery', 'WebhookDelivery', {
      delivery: ['A successful delivery', eventDelivery],
    }),
  },
  replayWebhookDelivery: {
    summary: 'Replay one delivery',
    description:
      'Sends it again with the same body and `webhook-id`, whatever its outcome was. A failure is retried on the ' +
      'same schedule as the first time.',
    responses: json(202, 'The delivery is queued', 'WebhookDelivery', {
      begun: ['Pending again', replayedDelivery],
    }),
    errors: { 409: 'WebhookConflict' },
  },
  replayWebhook: {
    summary: 'Replay all events since a time',
    description:
      'Sends the events one by one, in order, alongside new ones. Events older than the webhook itself are ' +
      'sent too.',
    requestBody: requestBody('NewReplay', 'The start of the replay', {
      since: ['Since this morning', { since: '2026-11-15T06:00:00Z' }],
    }),
    responses: json(202, 'The replay has started', 'WebhookReplay', {
      begun: ['A replay with events to send', replay],
    }),
    errors: { 409: 'WebhookConflict' },
  },
});
