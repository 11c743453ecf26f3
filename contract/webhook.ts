import { type Static, Type } from 'typebox';
import { EventType, SettableWebhookState, WebhookDisabledReason, WebhookState } from './enums.ts';
import { eventTypes } from './event-lists.ts';
import { fieldOf, Id, nullable, Timestamp } from './field-types.ts';
import {
  webhookDescriptionLengthMax,
  webhookFailingDaysMax,
  webhooksPerBrandMax,
  webhookSecretOverlapHours,
  webhookUrlLengthMax,
} from './limits.ts';

const settableFields = {
  url: Type.String({
    minLength: 1,
    maxLength: webhookUrlLengthMax,
    format: 'uri',
    description: 'Where events are sent: an https URL without user name or password',
    examples: ['https://example.com/hooks/vakwerk'],
  }),
  description: nullable(
    Type.String({
      maxLength: webhookDescriptionLengthMax,
      description: 'What it is for',
      examples: ['Planning board'],
    }),
  ),
  eventTypes: nullable(
    Type.Array(EventType, {
      minItems: 1,
      maxItems: eventTypes.length,
      description: 'Which events are sent; null for all, including future types',
      examples: [['lead.created', 'lead.converted']],
    }),
  ),
  state: fieldOf(
    SettableWebhookState,
    'Whether events are sent; while paused, they are queued. A new webhook is active by default',
  ),
};

const personalData = Type.Boolean({
  description:
    'Whether events contain names, e-mail addresses, phone numbers, addresses and free text; otherwise these are ' +
    'empty. It cannot be changed later. Default: true, unless the key has none. A key without personal data creates and sees only webhooks without.',
});

export const NewWebhook = Type.Object(
  {
    url: settableFields.url,
    description: Type.Optional(settableFields.description),
    eventTypes: Type.Optional(settableFields.eventTypes),
    state: Type.Optional(settableFields.state),
    personalData: Type.Optional(personalData),
  },
  { $id: 'NewWebhook', description: 'A webhook to create' },
);

export const WebhookPatch = Type.Partial(Type.Object(settableFields), {
  $id: 'WebhookPatch',
  description:
    'Only the fields to change; null clears a field that may be empty (JSON Merge Patch, RFC 7396)',
});

const webhookFields = {
  id: Id('Identifier of the webhook'),
  brandId: Id('Owning brand'),
  url: settableFields.url,
  description: settableFields.description,
  eventTypes: settableFields.eventTypes,
  personalData,
  state: fieldOf(
    WebhookState,
    'Whether events are sent. The service disables a webhook that is gone or keeps failing; set it to ' +
      'active to continue where it stopped.',
  ),
  disabledReason: nullable(
    fieldOf(
      WebhookDisabledReason,
      `Why the service disabled it: gone (it responded 410), or failing for ${webhookFailingDaysMax} days`,
    ),
  ),
  failingSince: nullable(
    Timestamp('The first failure since the last success; null when there was none'),
  ),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
  createdBy: nullable(Id('Brand member who created it')),
  updatedBy: nullable(Id('Brand member who changed it last')),
};

export const Webhook = Type.Object(webhookFields, {
  $id: 'Webhook',
  description: 'An endpoint that receives a brand’s events',
});

export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({
      description:
        'Signs the deliveries (Standard Webhooks). It is shown only in this response; create a new one if it is ' +
        `lost. The previous secret also signs for ${webhookSecretOverlapHours} hours.`,
      examples: ['whsec_c2VjcmV0cyBhcmUga2VwdCBvdXQgb2YgbG9ncw=='],
    }),
  },
  { $id: 'WebhookWithSecret', description: 'A webhook with its new secret' },
);

// Not paged: the maximum fits on one page.
export const WebhookPage = Type.Object(
  {
    data: Type.Array(Webhook, { description: 'Newest first' }),
    limit: Type.Integer({
      description: 'The maximum number of webhooks per brand',
      examples: [webhooksPerBrandMax],
    }),
  },
  { $id: 'WebhookPage', description: 'The webhooks of the brand' },
);

export type Webhook = Static<typeof Webhook>;
export type NewWebhook = Static<typeof NewWebhook>;
export type WebhookPatch = Static<typeof WebhookPatch>;
