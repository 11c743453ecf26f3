// Event types with the type of their record.
import type {
  Address,
  Customer,
  EventRecord,
  EventType,
  ListedWorkItem,
  Webhook,
} from './types.ts';

type Subject<Type extends string> = Type extends `${'lead' | 'work_item' | 'photo'}.${string}`
  ? ListedWorkItem
  : Type extends `customer.${string}`
    ? Customer
    : Type extends `address.${string}`
      ? Address
      : Type extends `webhook.${string}` | 'ping'
        ? Webhook
        : Record<string, unknown>;

type TypedEvent<Type extends string> = Omit<EventRecord, 'type' | 'data'> & {
  type: Type;
  /** The whole record; null when it was deleted or the key may not read it. */
  data: Subject<Type> | null;
};

/** Discriminated by `type`: TypeScript narrows `data`. */
export type VakwerkEvent = { [Type in EventType]: TypedEvent<Type> }[EventType];

/** The payload of a webhook: an event, or a ping to test it. */
export type WebhookEvent = (VakwerkEvent | TypedEvent<'ping'>) & {
  /** When it happened. */
  timestamp: string;
};
