import {
  webhookFailingDaysMax,
  webhooksPerBrandMax,
  webhookSecretOverlapHours,
} from '#contract/limits.ts';
import type { NewWebhook } from '#contract/webhook.ts';
import { ifMatch, mergePatch, operations, record, requestBody } from '../docs/operation.ts';
import { empty, json } from '../docs/response.ts';
import { exampleWebhook, pingDelivery } from '../docs/webhook-examples.ts';

const withSecret = { ...exampleWebhook, secret: 'whsec_c2VjcmV0cyBhcmUga2VwdCBvdXQgb2YgbG9ncw==' };
const { url, description, eventTypes } = exampleWebhook;
const newWebhook: NewWebhook = { url, description, eventTypes };

export const docs = operations({
  createWebhook: {
    summary: 'Create a webhook',
    description: `
Sends new events to the URL, signed according to Standard Webhooks. The response has the \`secret\` for
verifying signatures; it is not shown again. A brand can have ${webhooksPerBrandMax} webhooks.

Events contain whole records, so this scope gives a key access to everything that happens in the brand.
`.trim(),
    requestBody: requestBody('NewWebhook', 'The URL and the event types', {
      everything: ['All events', { url }],
      chosen: ['Selected events', newWebhook],
    }),
    responses: json(
      201,
      'The webhook was created',
      'WebhookWithSecret',
      { made: ['With its secret', withSecret] },
      'Location',
      'ETag',
    ),
    errors: { 400: 'InvalidWebhook', 409: 'WebhookConflict' },
  },
  listWebhooks: {
    summary: 'List webhooks',
    description: 'All webhooks of the brand, newest first, without their secrets.',
    responses: json(200, 'The webhooks', 'WebhookPage', {
      page: ['A brand with one webhook', { data: [exampleWebhook], limit: webhooksPerBrandMax }],
    }),
  },
  getWebhook: {
    summary: 'Read one webhook',
    description: 'The webhook, without its secret.',
    responses: record('The webhook', 'Webhook', { webhook: ['An active webhook', exampleWebhook] }),
  },
  updateWebhook: {
    summary: 'Change, pause or resume a webhook',
    description: `
Send only the fields to change (JSON Merge Patch). The events of a \`paused\` webhook are queued; set it to
\`active\` to resume where it stopped. This also re-enables a webhook that the service disabled because it
returned 410 or failed for ${webhookFailingDaysMax} days.
`.trim(),
    headers: ifMatch,
    requestBody: mergePatch('WebhookPatch', 'The fields to change', {
      pause: ['Pause it', { state: 'paused' }],
      all: ['Send all events from now on', { eventTypes: null }],
    }),
    responses: record('The changed webhook', 'Webhook', {
      webhook: ['A paused webhook', { ...exampleWebhook, state: 'paused' }],
    }),
    errors: { 400: 'InvalidWebhook' },
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    description: 'Stops all sending and deletes the log of its deliveries.',
    headers: ifMatch,
    responses: empty(204, 'The webhook is deleted'),
  },
  rotateWebhookSecret: {
    summary: 'Rotate the secret of a webhook',
    description:
      'Creates a new secret and returns it; it is not shown again. For ' +
      `${webhookSecretOverlapHours} hours messages are also signed with the previous secret, so that a ` +
      'receiver can switch without missing any.',
    headers: ifMatch,
    responses: record('The webhook with its new secret', 'WebhookWithSecret', {
      rotated: ['With its new secret', withSecret],
    }),
  },
  pingWebhook: {
    summary: 'Send a test message',
    description:
      'Sends a `ping` message immediately and returns the outcome. It is sent in every state of the webhook, ' +
      'is never retried, and does not count towards `failingSince`.',
    responses: json(200, 'The outcome', 'WebhookDelivery', { taken: ['Delivered', pingDelivery] }),
    errors: { 409: 'WebhookConflict' },
  },
});
