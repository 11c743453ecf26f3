// The stored webhooks, deliveries and attempts; see records.ts.
import type { EventType } from '#contract/event-lists.ts';
import type {
  DeliveryError,
  DeliveryStatus,
  WebhookDisabledReason,
  WebhookState,
} from '#contract/webhook-lists.ts';

export interface EndpointRecord {
  brandId: string;
  id: string;
  version: number;
  url: string;
  description: string | null;
  // JSON; null for all types.
  eventTypes: string | null;
  // Whether payloads are redacted; it never changes. SQLite has no booleans.
  isImpersonal: number | boolean;
  secret: string;
  // Also signs until that time.
  previousSecret: string | null;
  previousSecretUntil: number | null;
  state: WebhookState;
  disabledReason: WebhookDisabledReason | null;
  // Every event up to this position has had its first attempt.
  afterPosition: number;
  // The first failure since the last success.
  failingSince: number | null;
  lastFailedAt: number | null;
  createdAt: number;
  updatedAt: number;
  createdBy: string | null;
  updatedBy: string | null;
  // The API keys of those changes; null for members.
  createdKeyId: string | null;
  updatedKeyId: string | null;
  // The member or key that last set the URL, and that last saw the secret.
  urlBy: string | null;
  urlKeyId: string | null;
  secretBy: string | null;
  secretKeyId: string | null;
}

export interface DeliveryRecord {
  brandId: string;
  id: string;
  endpointId: string;
  // Null for a test ping.
  eventPosition: number | null;
  eventType: EventType | 'ping';
  subjectId: string | null;
  // The request body, identical for every attempt.
  payload: string;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number | null;
  createdAt: number;
  endedAt: number | null;
}

/** Omits the payload, which can be large. */
export type ListedDeliveryRecord = Omit<DeliveryRecord, 'payload'>;

/** An attempt before it is stored. */
export interface Attempt {
  url: string;
  signature: string;
  attemptedAt: number;
  durationMs: number;
  responseStatus: number | null;
  responseStart: string | null;
  error: DeliveryError | null;
}

export interface AttemptRecord extends Attempt {
  brandId: string;
  deliveryId: string;
  number: number;
}
