// Webhooks and their deliveries as the API shows them, without the secret.
import type { EventType } from '#contract/event-lists.ts';
import type { Webhook } from '#contract/webhook.ts';
import type {
  Attempt,
  AttemptSummary,
  ListedDelivery,
  WebhookDelivery,
} from '#contract/webhook-delivery.ts';
import { timestamp } from '../timestamp.ts';
import { messageId } from './webhook-message.ts';
import type {
  AttemptRecord,
  DeliveryRecord,
  EndpointRecord,
  ListedDeliveryRecord,
} from './webhook-records.ts';
import { webhookHeaders } from './webhook-signature.ts';

export function presentWebhook(endpoint: EndpointRecord): Webhook {
  return {
    id: endpoint.id,
    brandId: endpoint.brandId,
    url: endpoint.url,
    description: endpoint.description,
    eventTypes: typesOf(endpoint),
    personalData: !endpoint.isImpersonal,
    state: endpoint.state,
    disabledReason: endpoint.disabledReason,
    failingSince: timestamp(endpoint.failingSince),
    createdAt: timestamp(endpoint.createdAt),
    updatedAt: timestamp(endpoint.updatedAt),
    createdBy: endpoint.createdBy,
    updatedBy: endpoint.updatedBy,
  };
}

/** Null for all types. */
export function typesOf({ eventTypes }: EndpointRecord): EventType[] | null {
  return eventTypes === null ? null : (JSON.parse(eventTypes) as EventType[]);
}

export function presentListedDelivery(
  delivery: ListedDeliveryRecord,
  lastAttempt: AttemptRecord | undefined,
): ListedDelivery {
  return {
    ...presentDelivery(delivery),
    lastAttempt: lastAttempt ? presentAttemptSummary(lastAttempt) : null,
  };
}

export function presentWholeDelivery(
  delivery: DeliveryRecord,
  attempts: readonly AttemptRecord[],
): WebhookDelivery {
  return {
    ...presentDelivery(delivery),
    payload: JSON.parse(delivery.payload) as object,
    attempts: attempts.map((attempt) => presentAttempt(attempt, messageId(delivery))),
  };
}

function presentDelivery(delivery: ListedDeliveryRecord): Omit<ListedDelivery, 'lastAttempt'> {
  const { id, endpointId, eventPosition, eventType, subjectId, status } = delivery;
  return {
    id,
    webhookId: endpointId,
    eventId: eventPosition === null ? null : String(eventPosition),
    eventType,
    subjectId,
    status,
    attemptCount: delivery.attempts,
    nextAttemptAt: timestamp(delivery.nextAttemptAt),
    createdAt: timestamp(delivery.createdAt),
    endedAt: timestamp(delivery.endedAt),
  };
}

function presentAttemptSummary(attempt: AttemptRecord): AttemptSummary {
  const { number, attemptedAt, durationMs, responseStatus, error } = attempt;
  return { number, attemptedAt: timestamp(attemptedAt), durationMs, responseStatus, error };
}

function presentAttempt(attempt: AttemptRecord, id: string): Attempt {
  const { url, signature, attemptedAt: sentAt, responseStart } = attempt;
  const requestHeaders = webhookHeaders({ id, sentAt, signature });
  return { ...presentAttemptSummary(attempt), url, requestHeaders, responseStart };
}
