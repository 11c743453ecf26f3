import { type Static, type TSchema, Type } from 'typebox';
import { Address } from './address.ts';
import { Customer } from './customer.ts';
import { Actor, EventType } from './enums.ts';
import { eventTypes, type EventType as EventTypeName } from './event-lists.ts';
import { fieldOf, Id, nullable, Timestamp } from './field-types.ts';
import { ListedIntake } from './intake.ts';
import { Webhook } from './webhook.ts';
import { ListedWorkItem } from './work-item.ts';

const eventFields = {
  id: Type.String({
    description: 'The number of the event; consecutive within a brand',
    examples: ['1042'],
  }),
  type: EventType,
  brandId: Id('The brand it happened in'),
  subjectId: Id(
    'The record it is about: a work item, a customer, an address, a webhook or an intake',
  ),
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
  actor: fieldOf(Actor, 'The author: an API key, a member of the brand, or the service itself'),
  actorId: nullable(Id('Identifier of that key or member')),
  requestId: nullable(Id('The X-Request-Id of the request')),
  createdAt: Timestamp('When it happened'),
};

export const HistoryEntry = Type.Object(eventFields, {
  $id: 'HistoryEntry',
  description: 'One change of a record',
});

const dataOf: Record<string, TSchema> = {
  lead: ListedWorkItem,
  work_item: ListedWorkItem,
  photo: ListedWorkItem,
  customer: Customer,
  address: Address,
  webhook: Webhook,
  intake: ListedIntake,
};

const typedFields = (type: string, record: TSchema) => ({
  ...eventFields,
  type: Type.Unsafe<string>({ type: 'string', const: type }),
  data: Type.Unsafe<object | null>({
    anyOf: [record, { type: 'null' }],
    description:
      'The whole record at the time the event is read or first sent; null when it is gone or the key may not read it',
  }),
});

/** `lead.status_changed` becomes `LeadStatusChangedEvent`. */
export function eventSchemaName(type: EventTypeName): string {
  const words = type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** One schema per type of event, with the type of its `data`. */
export const typedEvents = eventTypes.map((type) =>
  Type.Object(typedFields(type, dataOf[type.split('.')[0]!]!), {
    $id: eventSchemaName(type),
    description: `The event \`${type}\``,
  }),
);

// The server handles events of all types alike; callers get a union, discriminated by `type`.
export const Event = Type.Unsafe<Static<typeof HistoryEntry> & { data: object | null }>({
  $id: 'Event',
  description: 'Something that happened, and the record it happened to',
  oneOf: typedEvents,
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      eventTypes.map((type) => [type, `#/components/schemas/${eventSchemaName(type)}`]),
    ),
  },
});

/** What a webhook gets besides the fields of an event. */
export const MessageTime = Type.Object(
  { timestamp: Timestamp('When it happened') },
  { $id: 'MessageTime', description: 'The time, as Standard Webhooks has it' },
);

export const PingMessage = Type.Object(
  {
    ...typedFields('ping', Webhook),
    id: Id('Identifier of the delivery'),
    ...MessageTime.properties,
  },
  { $id: 'PingMessage', description: 'A test message, in the form of an event' },
);

export type HistoryEntry = Static<typeof HistoryEntry>;
export type Event = Static<typeof Event>;
