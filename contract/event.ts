import { type Static, Type } from 'typebox';
import { actors, eventTypes } from './event-lists.ts';
import { Id, nullable, oneOf, Timestamp } from './field-types.ts';

const eventFields = {
  id: Type.String({
    description: 'The number of the event; consecutive within a brand',
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
      'The changed fields, before and after; null for a new record or an erased customer, empty after an erasure',
  }),
  reason: nullable(Type.String({ description: 'The reason, if one was given' })),
  actor: oneOf(actors, 'The author: an API key, a member of the brand, or the service itself'),
  actorId: nullable(Id('Identifier of that key or member')),
  requestId: nullable(Id('The X-Request-Id of the request')),
  createdAt: Timestamp('When it happened'),
};

export const HistoryEntry = Type.Object(eventFields, {
  $id: 'HistoryEntry',
  description: 'One change of a record',
});

export const Event = Type.Object(
  {
    ...eventFields,
    data: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description:
        'The whole record at the time the event is read or first sent: a work item with customer and ' +
        'address, a customer, an address or a webhook. Null when it is gone or the key may not read it.',
    }),
  },
  { $id: 'Event', description: 'Something that happened, and the record it happened to' },
);

export type HistoryEntry = Static<typeof HistoryEntry>;
export type Event = Static<typeof Event>;
