import {
  webhookFailingDaysMax,
  webhooksPerBrandMax,
  webhookSecretOverlapHours,
} from '#contract/limits.ts';
import type { NewWebhook, Webhook } from '#contract/webhook.ts';
import { newLead } from '../docs/examples.ts';
import { ifMatch, operations, record, requestBody } from '../docs/operation.ts';
import { empty, json } from '../docs/response.ts';
import { pingDelivery } from '../docs/webhook-examples.ts';

const exampleWebhook: Webhook = {
  id: pingDelivery.webhookId,
  brandId: newLead.brandId,
  url: 'https://example.com/hooks/vakwerk',
  description: 'Planning board',
  eventTypes: ['lead.created', 'lead.converted'],
  personalData: true,
  state: 'active',
  disabledReason: null,
  failingSince: null,
  createdAt: newLead.createdAt,
  updatedAt: newLead.createdAt,
  createdBy: null,
  updatedBy: null,
};
const withSecret = { ...exampleWebhook, secret: 'whsec_c2VjcmV0cyBhcmUga2VwdCBvdXQgb2YgbG9ncw==' };
const { url, description, eventTypes } = exampleWebhook;
const newWebhook: NewWebhook = { url, description, eventTypes };

export const docs = operations({
  createWebhook: {
    summary: 'Create a webhook',
    description: `
Events that happen from now on are sent to the address, signed by the rules of Standard Webhooks. The answer
holds the \`secret\` to check signatures with; it is not shown again. A brand can have ${webhooksPerBrandMax} webhooks.

Events hold whole records, so this scope lets a key have everything sent that happens in the brand.
`.trim(),
    requestBody: requestBody('NewWebhook', 'Where to send what', {
      everything: ['All events', { url }],
      chosen: ['Chosen events', newWebhook],
    }),
    responses: {
      201: json(
        'The webhook is made',
        'WebhookWithSecret',
        { made: ['With its secret', withSecret] },
        'Location',
        'ETag',
      ),
    },
    errors: { 400: 'InvalidWebhook', 409: 'WebhookConflict' },
  },
  listWebhooks: {
    summary: 'List webhooks',
    description: 'All webhooks of the brand, the newest first, without their secrets.',
    responses: {
      200: json('The webhooks', 'WebhookPage', {
        page: ['A brand with one webhook', { data: [exampleWebhook], limit: webhooksPerBrandMax }],
      }),
    },
  },
  getWebhook: {
    summary: 'Read one webhook',
    description: 'The webhook, without its secret.',
    responses: record('The webhook', 'Webhook', { webhook: ['One that works', exampleWebhook] }),
  },
  updateWebhook: {
    summary: 'Change, pause or resume a webhook',
    description: `
Send the fields to be changed, and no others (JSON Merge Patch). While a webhook is \`paused\` its events wait;
made \`active\` again, it goes on from where it stopped. That also brings back one that the service disabled,
because it answered 410 or because nothing got through for ${webhookFailingDaysMax} days.
`.trim(),
    headers: ifMatch,
    requestBody: requestBody('WebhookPatch', 'The fields to be changed', {
      pause: ['Pause it', { state: 'paused' }],
      all: ['Send all events from now on', { eventTypes: null }],
    }),
    responses: record('The webhook as it is now', 'Webhook', {
      webhook: ['A webhook that is paused', { ...exampleWebhook, state: 'paused' }],
    }),
    errors: { 400: 'InvalidWebhook' },
  },
  deleteWebhook: {
    summary: 'Delete a webhook',
    description: 'Nothing more is sent to it, and its deliveries go with it.',
    headers: ifMatch,
    responses: { 204: empty('It is deleted') },
  },
  rotateWebhookSecret: {
    summary: 'Replace the secret of a webhook',
    description:
      'Makes a new secret, which is in the answer and not shown again. For ' +
      `${webhookSecretOverlapHours} hours every message is signed with the one before as well, so that a ` +
      'receiver can change over without missing anything.',
    headers: ifMatch,
    responses: record('The webhook with its new secret', 'WebhookWithSecret', {
      rotated: ['With its new secret', withSecret],
    }),
  },
  pingWebhook: {
    summary: 'Send a test message',
    description:
      'Sends a message of type `ping` at once and answers how that went. It is sent in every state of the ' +
      'webhook, is never tried again, and says nothing about whether the webhook is failing.',
    responses: {
      200: json('What became of it', 'WebhookDelivery', { taken: ['It was taken', pingDelivery] }),
    },
    errors: { 409: 'WebhookConflict' },
  },
});
