import { type Static, Type } from 'typebox';
import { actors, eventTypes } from './event-lists.ts';
import { Id, nullable, oneOf, Timestamp } from './field-types.ts';

const eventFields = {
  id: Type.String({
    description: 'The number of the event; numbers of a brand follow each other without a gap',
    examples: ['1042'],
  }),
  type: oneOf(eventTypes, 'What happened'),
  brandId: Id('The brand it happened in'),
  subjectId: Id('The record it is about: a work item, a customer, an address or a webhook'),
  changes: Type.Unsafe<Record<string, { before: unknown; after: unknown }> | null>({
    type: ['object', 'null'],
    additionalProperties: {
      type: 'object',
      properties: { before: {}, after: {} },
      required: ['before', 'after'],
    },
    description:
      'The fields that changed, each as it was and as it became; null for a new record or an erased customer, empty where that was forgotten',
  }),
  reason: nullable(Type.String({ description: 'Why, where a reason was given' })),
  actor: oneOf(actors, 'Who did it: an API key, a member of the brand, or the service by itself'),
  actorId: nullable(Id('Identifier of that key or member')),
  requestId: nullable(Id('The X-Request-Id of the request that did it')),
  createdAt: Timestamp('When it happened'),
};

export const HistoryEntry = Type.Object(eventFields, {
  $id: 'HistoryEntry',
  description: 'One thing that happened to a record',
});

export const Event = Type.Object(
  {
    ...eventFields,
    data: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description:
        'The whole record, as it is when the event is read or first sent: a work item with customer and ' +
        'address, a customer, an address or a webhook. Null when it is gone or the key may not read it.',
    }),
  },
  { $id: 'Event', description: 'Something that happened, and the record it happened to' },
);

export type HistoryEntry = Static<typeof HistoryEntry>;
export type Event = Static<typeof Event>;
