// The body and id of a webhook message.
import type { Event } from '#contract/event.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { Author } from '../author.ts';
import { eventWithoutPersonalData } from '../redact-personal-data.ts';
import { timestamp } from '../timestamp.ts';

/** The same for every attempt to send an event to an endpoint, so that receivers can dedupe. */
export function messageId(delivery: {
  id: string;
  endpointId: string;
  eventPosition: number | null;
}): string {
  // A ping has no event; the delivery's id identifies it.
  return `${delivery.endpointId}_${delivery.eventPosition ?? delivery.id}`;
}

interface Target {
  /** SQLite stores a number. */
  isImpersonal: boolean | number;
}

/** Redacted for webhooks without personal data. */
export function eventPayload(event: Event, { isImpersonal }: Target): string {
  const { data, ...fields } = isImpersonal ? eventWithoutPersonalData(event) : event;
  return JSON.stringify({ ...fields, timestamp: event.createdAt, data });
}

interface Ping extends Author {
  id: string;
  sentAt: number;
}

/** Has the form of an event, so that receivers need no special code. */
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
