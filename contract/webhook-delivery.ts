import { type Static, Type } from 'typebox';
import { DeliveryError, DeliveryStatus, WebhookMessageType } from './enums.ts';
import { fieldOf, Id, nullable, Timestamp } from './field-types.ts';
import { webhookAnswerBytesKept } from './limits.ts';
import { pageOf } from './list-page.ts';
import { page } from './list-query.ts';

const attemptFields = {
  number: Type.Integer({ minimum: 1, description: 'The number of the attempt' }),
  attemptedAt: Timestamp('When it was sent'),
  durationMs: Type.Integer({ minimum: 0, description: 'Time until the response or the timeout' }),
  responseStatus: nullable(Type.Integer({ description: 'HTTP status of the response' })),
  error: nullable(fieldOf(DeliveryError, 'Why it failed; null on success')),
};

const AttemptSummary = Type.Object(attemptFields);

const Attempt = Type.Object({
  ...attemptFields,
  url: Type.String({ description: 'Where it was sent' }),
  requestHeaders: Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: 'The request headers, including the signature',
    additionalProperties: { type: 'string' },
  }),
  responseStart: nullable(
    Type.String({
      description: `The first ${webhookAnswerBytesKept} bytes of the response body`,
    }),
  ),
});

const deliveryFields = {
  id: Id('Identifier of the delivery'),
  webhookId: Id('The webhook it belongs to'),
  eventId: nullable(
    Type.String({ description: 'Number of the event; null for a ping', examples: ['1042'] }),
  ),
  eventType: fieldOf(WebhookMessageType, 'Type of the event'),
  subjectId: nullable(Id('The record that the event is about')),
  status: fieldOf(DeliveryStatus, 'Whether it was delivered, is pending, or has failed for good'),
  attemptCount: Type.Integer({ minimum: 0, description: 'The number of attempts so far' }),
  nextAttemptAt: nullable(
    Timestamp(
      'The time of the next attempt; null when there is none, or when the webhook is not active',
    ),
  ),
  createdAt: Timestamp('When it was first sent'),
  endedAt: nullable(Timestamp('When it was delivered or failed for good')),
};

const ListedDelivery = Type.Object({
  ...deliveryFields,
  lastAttempt: nullable(AttemptSummary),
});

export const WebhookDelivery = Type.Object(
  {
    ...deliveryFields,
    payload: Type.Unsafe<object>({
      type: 'object',
      description: 'The request body, the same for every attempt; whitespace may differ',
    }),
    attempts: Type.Array(Attempt, { description: 'Oldest first' }),
  },
  { $id: 'WebhookDelivery', description: 'The delivery of one event to one webhook' },
);

export const WebhookDeliveryPage = pageOf(
  ListedDelivery,
  'WebhookDeliveryPage',
  'One page of deliveries, newest first',
);

export const DeliveryListQuery = Type.Object({
  status: Type.Optional(fieldOf(DeliveryStatus, 'Only deliveries with this status')),
  eventType: Type.Optional(fieldOf(WebhookMessageType, 'Only deliveries of this type of event')),
  ...page,
});

export const NewReplay = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description:
        'Events from this time on are sent again, if the webhook subscribes to their type; with a time ' +
        'zone',
      examples: ['2026-11-15T09:30:00Z'],
    }),
  },
  { $id: 'NewReplay', description: 'A replay of past events' },
);

export const WebhookReplay = Type.Object(
  {
    webhookId: Id('The webhook'),
    since: Timestamp('The requested time'),
    upToEventId: nullable(
      Type.String({
        description:
          'The last event that is sent again; null when there is none. Later events are delivered as usual.',
        examples: ['1042'],
      }),
    ),
  },
  { $id: 'WebhookReplay', description: 'A replay that has started' },
);

export type Attempt = Static<typeof Attempt>;
export type AttemptSummary = Static<typeof AttemptSummary>;
export type ListedDelivery = Static<typeof ListedDelivery>;
export type WebhookDelivery = Static<typeof WebhookDelivery>;
export type WebhookReplay = Static<typeof WebhookReplay>;
