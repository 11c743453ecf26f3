import { Type } from 'typebox';
import { Id } from '#contract/field-types.ts';
import {
  webhookFailingDaysMax,
  webhooksPerBrandMax,
  webhookSecretOverlapHours,
} from '#contract/limits.ts';
import type { NewWebhook, Webhook } from '#contract/webhook.ts';
import { headers, json } from './answer.ts';
import { newLead } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { type BodyAndAnswers, responses } from './operation.ts';
import { pingDelivery } from './webhook-examples.ts';

export const webhookParams = Type.Object({ id: Id('Identifier of the webhook') });
const ifMatch = Type.Object({
  'If-Match': Type.Optional(
    Type.String({ description: 'The ETag of the version that is to be changed, and no other' }),
  ),
});

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
const asked: NewWebhook = {
  url: exampleWebhook.url,
  description: exampleWebhook.description,
  eventTypes: exampleWebhook.eventTypes,
};

export const createWebhookDocs = {
  operationId: 'createWebhook',
  summary: 'Create a webhook',
  description: `
Events that happen from now on are sent to the address, signed by the rules of Standard Webhooks. The answer
holds the \`secret\` to check signatures with; it is not shown again. A brand can have ${webhooksPerBrandMax} webhooks.

Events hold whole records, so this scope lets a key have everything sent that happens in the brand.
`.trim(),
  tags: ['Webhooks'],
  'x-request-body': {
    required: true,
    description: 'Where to send what',
    content: json('NewWebhook', {
      everything: { summary: 'All events', value: { url: exampleWebhook.url } },
      chosen: { summary: 'Chosen events', value: asked },
    }),
  },
  'x-responses': responses(
    {
      201: {
        description: 'The webhook is made',
        headers: headers(...callerHeaders, 'Location', 'ETag'),
        content: json('WebhookWithSecret', {
          made: { summary: 'With its secret', value: withSecret },
        }),
      },
    },
    { 400: 'InvalidWebhook', 409: 'WebhookConflict', 413: 'BodyTooLarge', 415: 'NotJson' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const listWebhooksDocs = {
  operationId: 'listWebhooks',
  summary: 'List webhooks',
  description: 'All webhooks of the brand, the newest first, without their secrets.',
  tags: ['Webhooks'],
  'x-responses': responses(
    {
      200: {
        description: 'The webhooks',
        headers: headers(...callerHeaders),
        content: json('WebhookPage', {
          page: {
            summary: 'A brand with one webhook',
            value: { data: [exampleWebhook], limit: webhooksPerBrandMax },
          },
        }),
      },
    },
    { 400: 'InvalidAddress' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

const one = (description: string, summary: string, value: Webhook) => ({
  200: {
    description,
    headers: headers(...callerHeaders, 'ETag'),
    content: json('Webhook', { webhook: { summary, value } }),
  },
});

export const getWebhookDocs = {
  operationId: 'getWebhook',
  summary: 'Read one webhook',
  description: 'The webhook, without its secret.',
  tags: ['Webhooks'],
  params: webhookParams,
  'x-responses': responses(
    {
      ...one('The webhook', 'One that works', exampleWebhook),
      304: {
        description: 'It is still the version that If-None-Match names',
        headers: headers(...callerHeaders, 'ETag'),
      },
    },
    { 400: 'InvalidAddress', 404: 'NotFound' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const patchWebhookDocs = {
  operationId: 'updateWebhook',
  summary: 'Change, pause or resume a webhook',
  description: `
Send the fields to be changed, and no others (JSON Merge Patch). While a webhook is \`paused\` its events wait;
made \`active\` again, it goes on from where it stopped. That also brings back one that the service disabled,
because it answered 410 or because nothing got through for ${webhookFailingDaysMax} days.
`.trim(),
  tags: ['Webhooks'],
  params: webhookParams,
  headers: ifMatch,
  'x-request-body': {
    required: true,
    description: 'The fields to be changed',
    content: json('WebhookPatch', {
      pause: { summary: 'Pause it', value: { state: 'paused' } },
      all: { summary: 'Send all events from now on', value: { eventTypes: null } },
    }),
  },
  'x-responses': responses(
    one('The webhook as it is now', 'A webhook that is paused', {
      ...exampleWebhook,
      state: 'paused',
    }),
    {
      400: 'InvalidWebhook',
      404: 'NotFound',
      412: 'ChangedMeanwhile',
      413: 'BodyTooLarge',
      415: 'NotJson',
    },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const deleteWebhookDocs = {
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description: 'Nothing more is sent to it, and its deliveries go with it.',
  tags: ['Webhooks'],
  params: webhookParams,
  headers: ifMatch,
  'x-responses': responses(
    { 204: { description: 'It is deleted', headers: headers(...callerHeaders) } },
    { 400: 'InvalidAddress', 404: 'NotFound', 412: 'ChangedMeanwhile' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const rotateSecretDocs = {
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook',
  description:
    'Makes a new secret, which is in the answer and not shown again. For ' +
    `${webhookSecretOverlapHours} hours every message is signed with the one before as well, so that a ` +
    'receiver can change over without missing anything.',
  tags: ['Webhooks'],
  params: webhookParams,
  headers: ifMatch,
  'x-responses': responses(
    {
      200: {
        description: 'The webhook with its new secret',
        headers: headers(...callerHeaders, 'ETag'),
        content: json('WebhookWithSecret', {
          rotated: { summary: 'With its new secret', value: withSecret },
        }),
      },
    },
    { 400: 'InvalidAddress', 404: 'NotFound', 412: 'ChangedMeanwhile' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

export const pingWebhookDocs = {
  operationId: 'pingWebhook',
  summary: 'Send a test message',
  description:
    'Sends a message of type `ping` at once and answers how that went. It is sent in every state of the ' +
    'webhook, is never tried again, and says nothing about whether the webhook is failing.',
  tags: ['Webhooks'],
  params: webhookParams,
  'x-responses': responses(
    {
      200: {
        description: 'What became of it',
        headers: headers(...callerHeaders),
        content: json('WebhookDelivery', {
          taken: { summary: 'It was taken', value: pingDelivery },
        }),
      },
    },
    { 400: 'InvalidAddress', 404: 'NotFound', 409: 'WebhookConflict' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;
