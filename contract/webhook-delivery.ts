import { type Static, Type } from 'typebox';
import { eventTypes } from './event-lists.ts';
import { Id, nullable, oneOf, Timestamp } from './field-types.ts';
import { pageSizeDefault, pageSizeMax, webhookAnswerBytesKept } from './limits.ts';
import { page } from './list-query.ts';
import { deliveryErrors, deliveryStatuses } from './webhook-lists.ts';

const deliveredTypes = [...eventTypes, 'ping'] as const;

const attemptFields = {
  number: Type.Integer({ minimum: 1, description: 'Counts the attempts of this delivery' }),
  attemptedAt: Timestamp('When it was sent'),
  durationMs: Type.Integer({ minimum: 0, description: 'Until the answer was there, or given up' }),
  responseStatus: nullable(Type.Integer({ description: 'HTTP status of the answer' })),
  error: nullable(oneOf(deliveryErrors, 'Why it failed; null when it was taken')),
};

const AttemptSummary = Type.Object(attemptFields);

const Attempt = Type.Object({
  ...attemptFields,
  url: Type.String({ description: 'Where it was sent' }),
  requestHeaders: Type.Record(Type.String(), Type.String(), {
    description: 'What was sent with it, the signature included',
  }),
  responseStart: nullable(
    Type.String({
      description: `The answer's body, the first ${webhookAnswerBytesKept} bytes of it`,
    }),
  ),
});

const deliveryFields = {
  id: Id('Identifier of the delivery'),
  webhookId: Id('The webhook it belongs to'),
  eventId: nullable(
    Type.String({ description: 'Number of the event; null for a ping', examples: ['1042'] }),
  ),
  eventType: oneOf(deliveredTypes, 'What is told'),
  subjectId: nullable(Id('The record that the event is about')),
  status: oneOf(deliveryStatuses, 'Whether it was taken, will be tried again, or was given up'),
  attemptCount: Type.Integer({ minimum: 0, description: 'How often it was sent so far' }),
  nextAttemptAt: nullable(
    Timestamp('When it is sent again; null when it is not, or when the webhook is not active'),
  ),
  createdAt: Timestamp('When it was first sent'),
  endedAt: nullable(Timestamp('When it was taken or given up')),
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
      description: 'The body, as it is sent each time; spaces aside',
    }),
    attempts: Type.Array(Attempt, { description: 'The first one first' }),
  },
  { $id: 'WebhookDelivery', description: 'One event on its way to one webhook' },
);

export const WebhookDeliveryPage = Type.Object(
  {
    data: Type.Array(ListedDelivery, { description: 'The newest first' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: pageSizeMax,
      description: 'The page size in effect',
      examples: [pageSizeDefault],
    }),
  },
  { $id: 'WebhookDeliveryPage', description: 'One page of deliveries' },
);

export const DeliveryListQuery = Type.Object({
  status: Type.Optional(oneOf(deliveryStatuses, 'Only deliveries with this status')),
  eventType: Type.Optional(oneOf(deliveredTypes, 'Only deliveries of this type of event')),
  ...page,
});

export const NewReplay = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description:
        'Everything that happened at this time or later is sent again, as far as the webhook wants ' +
        'events of that type; with a time zone',
      examples: ['2026-11-15T09:30:00Z'],
    }),
  },
  { $id: 'NewReplay', description: 'What is to be sent again' },
);

export const WebhookReplay = Type.Object(
  {
    webhookId: Id('The webhook'),
    since: Timestamp('The time that was asked for'),
    upToEventId: nullable(
      Type.String({
        description:
          'The last event that is sent again; null when there is none. Later ones come by themselves.',
        examples: ['1042'],
      }),
    ),
  },
  { $id: 'WebhookReplay', description: 'A replay that has been begun' },
);

export type Attempt = Static<typeof Attempt>;
export type AttemptSummary = Static<typeof AttemptSummary>;
export type ListedDelivery = Static<typeof ListedDelivery>;
export type WebhookDelivery = Static<typeof WebhookDelivery>;
export type WebhookReplay = Static<typeof WebhookReplay>;
