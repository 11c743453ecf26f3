// What is sent to a webhook.
import type { Event } from '#contract/event.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { Author } from '../author.ts';
import { eventWithoutPersonalData } from '../impersonal.ts';
import { timestamp } from '../timestamp.ts';

/** The same each time one event is sent to one endpoint: a receiver can tell what it has already. */
export function messageId(delivery: {
  id: string;
  endpointId: string;
  eventPosition: number | null;
}): string {
  // A ping is about no event, and has only itself.
  return `${delivery.endpointId}_${delivery.eventPosition ?? delivery.id}`;
}

interface SendsTo {
  /** SQLite has a number for it. */
  isImpersonal: boolean | number;
}

/** As the webhook sends it: some send no personal data. */
export function eventPayload(event: Event, { isImpersonal }: SendsTo): string {
  const { data, ...told } = isImpersonal ? eventWithoutPersonalData(event) : event;
  return JSON.stringify({ ...told, timestamp: event.createdAt, data });
}

interface Ping extends Author {
  id: string;
  sentAt: number;
}

/** Like an event, so that a receiver needs no other code for it. */
export function pingPayload(webhook: Webhook, { id, sentAt, ...author }: Ping): string {
  const createdAt = timestamp(sentAt);
  return JSON.stringify({
    id,
    type: 'ping',
    brandId: webhook.brandId,
    subjectId: webhook.id,
    changes: null,
    reason: null,
    ...author,
    createdAt,
    timestamp: createdAt,
    data: webhook,
  });
}
