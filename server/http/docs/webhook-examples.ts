// Example webhook deliveries.
import type { ListedDelivery, WebhookDelivery } from '#contract/webhook-delivery.ts';
import { createdEvent } from './examples.ts';

const webhookId = '019a85c4-0b52-7e90-b1c6-2d7f8a3e5c11';
const deliveryId = '019a85c4-5d33-7a0c-9f48-1e6b0c2d7a94';
const sentAt = '2026-11-15T09:32:00.120Z';

const attempt = {
  number: 1,
  attemptedAt: sentAt,
  durationMs: 83,
  responseStatus: 200,
  error: null,
};

const attemptToSend = (messageId: string): WebhookDelivery['attempts'][number] => ({
  ...attempt,
  url: 'https://example.com/hooks/vakwerk',
  requestHeaders: {
    'content-type': 'application/json',
    'user-agent': 'Vakwerk-Webhooks/1',
    'webhook-id': `${webhookId}_${messageId}`,
    'webhook-timestamp': '1794735120',
    'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  responseStart: 'ok',
});

const delivered = {
  id: deliveryId,
  webhookId,
  subjectId: createdEvent.subjectId,
  status: 'delivered' as const,
  attemptCount: 1,
  nextAttemptAt: null,
  createdAt: sentAt,
  endedAt: '2026-11-15T09:32:00.205Z',
  eventId: createdEvent.id,
  eventType: createdEvent.type,
};

export const pingDelivery: WebhookDelivery = {
  ...delivered,
  eventId: null,
  eventType: 'ping',
  subjectId: webhookId,
  payload: { id: deliveryId, type: 'ping', timestamp: sentAt },
  attempts: [attemptToSend(deliveryId)],
};

export const eventDelivery: WebhookDelivery = {
  ...delivered,
  payload: { ...createdEvent, timestamp: createdEvent.createdAt },
  attempts: [attemptToSend(createdEvent.id)],
};

export const listedDelivery: ListedDelivery = { ...delivered, lastAttempt: attempt };

export const replayedDelivery: WebhookDelivery = {
  ...eventDelivery,
  status: 'pending',
  nextAttemptAt: '2026-11-15T10:00:00.000Z',
  endedAt: null,
};
