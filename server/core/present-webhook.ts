// Webhooks and their deliveries as the world sees them. The secret is in neither.
import type { EventType } from '#contract/event-lists.ts';
import type { Webhook } from '#contract/webhook.ts';
import type {
  Attempt,
  AttemptSummary,
  ListedDelivery,
  WebhookDelivery,
} from '#contract/webhook-delivery.ts';
import type {
  DeliveryError,
  DeliveryStatus,
  WebhookDisabledReason,
  WebhookState,
} from '#contract/webhook-lists.ts';
import { messageId } from './webhook-message.ts';
import { webhookHeaders } from './webhook-signature.ts';

interface EndpointRecord {
  id: string;
  brandId: string;
  url: string;
  description: string | null;
  /** JSON. */
  eventTypes: string | null;
  state: WebhookState;
  disabledReason: WebhookDisabledReason | null;
  failingSince: number | null;
  createdAt: number;
  updatedAt: number;
  createdBy: string | null;
  updatedBy: string | null;
}

export function presentWebhook(endpoint: EndpointRecord): Webhook {
  return {
    id: endpoint.id,
    brandId: endpoint.brandId,
    url: endpoint.url,
    description: endpoint.description,
    eventTypes: typesOf(endpoint),
    state: endpoint.state,
    disabledReason: endpoint.disabledReason,
    failingSince: timeOrNull(endpoint.failingSince),
    createdAt: timeText(endpoint.createdAt),
    updatedAt: timeText(endpoint.updatedAt),
    createdBy: endpoint.createdBy,
    updatedBy: endpoint.updatedBy,
  };
}

/** Null for all. */
export function typesOf({ eventTypes }: { eventTypes: string | null }): EventType[] | null {
  return eventTypes === null ? null : (JSON.parse(eventTypes) as EventType[]);
}

interface DeliveryRecord {
  id: string;
  endpointId: string;
  eventPosition: number | null;
  eventType: EventType | 'ping';
  subjectId: string | null;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number | null;
  createdAt: number;
  endedAt: number | null;
}

interface AttemptRecord {
  number: number;
  url: string;
  signature: string;
  attemptedAt: number;
  durationMs: number;
  responseStatus: number | null;
  responseStart: string | null;
  error: DeliveryError | null;
}

export function presentListedDelivery(
  delivery: DeliveryRecord,
  lastAttempt: AttemptRecord | undefined,
): ListedDelivery {
  return {
    ...presentDelivery(delivery),
    lastAttempt: lastAttempt ? presentAttemptSummary(lastAttempt) : null,
  };
}

export function presentWholeDelivery(
  delivery: DeliveryRecord & { payload: string },
  attempts: readonly AttemptRecord[],
): WebhookDelivery {
  return {
    ...presentDelivery(delivery),
    payload: JSON.parse(delivery.payload) as object,
    attempts: attempts.map((attempt) => presentAttempt(attempt, messageId(delivery))),
  };
}

function presentDelivery(delivery: DeliveryRecord): Omit<ListedDelivery, 'lastAttempt'> {
  const { id, endpointId, eventPosition, eventType, subjectId, status } = delivery;
  return {
    id,
    webhookId: endpointId,
    eventId: eventPosition === null ? null : String(eventPosition),
    eventType,
    subjectId,
    status,
    attemptCount: delivery.attempts,
    nextAttemptAt: timeOrNull(delivery.nextAttemptAt),
    createdAt: timeText(delivery.createdAt),
    endedAt: timeOrNull(delivery.endedAt),
  };
}

function presentAttemptSummary(attempt: AttemptRecord): AttemptSummary {
  const { number, attemptedAt, durationMs, responseStatus, error } = attempt;
  return { number, attemptedAt: timeText(attemptedAt), durationMs, responseStatus, error };
}

function presentAttempt(attempt: AttemptRecord, id: string): Attempt {
  const { url, signature, attemptedAt: sentAt, responseStart } = attempt;
  const requestHeaders = webhookHeaders({ id, sentAt, signature });
  return { ...presentAttemptSummary(attempt), url, requestHeaders, responseStart };
}

function timeOrNull(time: number | null): string | null {
  return time === null ? null : timeText(time);
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}
