// Events with the kind of record that each type is about.
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

type Told<Type extends string> = Omit<EventRecord, 'type' | 'data'> & {
  type: Type;
  /** The whole record; null when it is gone or the key may not read it. */
  data: Subject<Type> | null;
};

/** Look at `type` and TypeScript knows what `data` is. */
export type VakwerkEvent = { [Type in EventType]: Told<Type> }[EventType];

/** What a webhook is sent: an event, or a ping to see whether it gets there. */
export type WebhookEvent = (VakwerkEvent | Told<'ping'>) & {
  /** When it happened. */
  timestamp: string;
};
