// Events as lists and webhooks have them.
import type { EventRecord, MessageTime, PingMessage } from './types.ts';

/** Discriminated by `type`: TypeScript narrows `data`. */
export type VakwerkEvent = EventRecord;

/** The payload of a webhook: an event, or a ping to test it. */
export type WebhookEvent = (EventRecord | PingMessage) & MessageTime;
