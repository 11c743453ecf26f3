// Example webhook deliveries.
import type { ListedDelivery, WebhookDelivery } from '#contract/webhook-delivery.ts';
import type { Webhook } from '#contract/webhook.ts';
import { createdEvent, newLead } from './examples.ts';

const webhookId = '019a85c4-0b52-7e90-b1c6-2d7f8a3e5c11';
const deliveryId = '019a85c4-5d33-7a0c-9f48-1e6b0c2d7a94';
const sentAt = '2026-11-15T09:32:00.120Z';

export const exampleWebhook: Webhook = {
  id: webhookId,
  brandId: newLead.brandId,
  url: 'https://example.com/hooks/vakwerk',
  description: 'Planning board',
  eventTypes: ['lead.created', 'lead.converted'],
  personalData: true,
  state: 'active',
  disabledReason: null,
  failingSince: null,
  createdAt: newLead.createdAt,
  updatedAt: newLead.createdAt,
  createdBy: null,
  updatedBy: null,
};

const attempt = {
  number: 1,
  attemptedAt: sentAt,
  durationMs: 83,
  responseStatus: 200,
  error: null,
};

export const messageHeaders: Record<string, string> = {
  'content-type': 'application/json',
  'user-agent': 'Vakwerk-Webhooks/1',
  'webhook-id': `${webhookId}_${createdEvent.id}`,
  'webhook-timestamp': '1794735120',
  'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
};

const attemptToSend = (messageId: string): WebhookDelivery['attempts'][number] => ({
  ...attempt,
  url: 'https://example.com/hooks/vakwerk',
  requestHeaders: { ...messageHeaders, 'webhook-id': `${webhookId}_${messageId}` },
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

export const eventMessage = { ...createdEvent, timestamp: createdEvent.createdAt };

export const pingMessage = {
  ...eventMessage,
  id: deliveryId,
  type: 'ping',
  subjectId: webhookId,
  createdAt: sentAt,
  timestamp: sentAt,
  data: exampleWebhook,
};

export const pingDelivery: WebhookDelivery = {
  ...delivered,
  eventId: null,
  eventType: 'ping',
  subjectId: webhookId,
  payload: pingMessage,
  attempts: [attemptToSend(deliveryId)],
};

export const eventDelivery: WebhookDelivery = {
  ...delivered,
  payload: eventMessage,
  attempts: [attemptToSend(createdEvent.id)],
};

export const listedDelivery: ListedDelivery = { ...delivered, lastAttempt: attempt };

export const replayedDelivery: WebhookDelivery = {
  ...eventDelivery,
  status: 'pending',
  nextAttemptAt: '2026-11-15T10:00:00.000Z',
  endedAt: null,
};
