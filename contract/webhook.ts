import { type Static, Type } from 'typebox';
import { eventTypes } from './event-lists.ts';
import { Id, nullable, oneOf, Timestamp } from './field-types.ts';
import {
  webhookDescriptionLengthMax,
  webhookFailingDaysMax,
  webhooksPerBrandMax,
  webhookSecretOverlapHours,
  webhookUrlLengthMax,
} from './limits.ts';
import { askedWebhookStates, webhookDisabledReasons, webhookStates } from './webhook-lists.ts';

const askedFields = {
  url: Type.String({
    minLength: 1,
    maxLength: webhookUrlLengthMax,
    description: 'Where events are sent: an https address without a user name or password',
    examples: ['https://example.com/hooks/vakwerk'],
  }),
  description: nullable(
    Type.String({
      maxLength: webhookDescriptionLengthMax,
      description: 'What it is for, in your words',
      examples: ['Planning board'],
    }),
  ),
  eventTypes: nullable(
    Type.Array(oneOf(eventTypes, 'Type of event'), {
      maxItems: eventTypes.length,
      description: 'Which events are sent; null for all, also those of types that are yet to come',
      examples: [['lead.created', 'lead.converted']],
    }),
  ),
  state: oneOf(askedWebhookStates, 'Whether events are sent; those that happen meanwhile wait', {
    default: 'active',
  }),
};

const personalData = Type.Boolean({
  default: true,
  description:
    'Whether events hold names, e-mail addresses, phone numbers, addresses and free text; without, these are empty. ' +
    'It cannot be changed later. A key without personal data makes and sees only webhooks without.',
});

export const NewWebhook = Type.Object(
  {
    url: askedFields.url,
    description: Type.Optional(askedFields.description),
    eventTypes: Type.Optional(askedFields.eventTypes),
    state: Type.Optional(askedFields.state),
    personalData: Type.Optional(personalData),
  },
  { $id: 'NewWebhook', description: 'A webhook to be made' },
);

export const WebhookPatch = Type.Partial(Type.Object(askedFields), {
  $id: 'WebhookPatch',
  description:
    'Only the fields to be changed; null empties a field that can be empty (JSON Merge Patch, RFC 7396)',
});

const webhookFields = {
  id: Id('Identifier of the webhook'),
  brandId: Id('Owning brand'),
  url: askedFields.url,
  description: askedFields.description,
  eventTypes: askedFields.eventTypes,
  personalData,
  state: oneOf(
    webhookStates,
    'Whether events are sent. The service itself disables a webhook that is gone or keeps failing; ' +
      'set it to active to go on from where it stopped.',
  ),
  disabledReason: nullable(
    oneOf(
      webhookDisabledReasons,
      `Why the service disabled it: gone (410 was answered), or failing for ${webhookFailingDaysMax} days`,
    ),
  ),
  failingSince: nullable(
    Timestamp('The first failure after which nothing got through; null when all is well'),
  ),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
  createdBy: nullable(Id('Brand member who made it')),
  updatedBy: nullable(Id('Brand member who changed it last')),
};

export const Webhook = Type.Object(webhookFields, {
  $id: 'Webhook',
  description: 'Where a brand wants its events sent',
});

export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({
      description:
        'What deliveries are signed with (Standard Webhooks). It is shown in this answer and never again; ' +
        `make a new one when it is lost. The one before signs too for ${webhookSecretOverlapHours} hours.`,
      examples: ['whsec_c2VjcmV0cyBhcmUga2VwdCBvdXQgb2YgbG9ncw=='],
    }),
  },
  { $id: 'WebhookWithSecret', description: 'A webhook with the secret that was just made for it' },
);

// All of them: there are never more than fit on a page.
export const WebhookPage = Type.Object(
  {
    data: Type.Array(Webhook, { description: 'The newest first' }),
    limit: Type.Integer({
      description: 'The most webhooks that a brand can have',
      examples: [webhooksPerBrandMax],
    }),
  },
  { $id: 'WebhookPage', description: 'The webhooks of the brand' },
);

export type Webhook = Static<typeof Webhook>;
export type NewWebhook = Static<typeof NewWebhook>;
export type WebhookPatch = Static<typeof WebhookPatch>;
