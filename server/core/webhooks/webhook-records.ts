// Webhooks and what was sent to them, as the rules see them; see records.ts.
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
  // JSON; null for all.
  eventTypes: string | null;
  // Whether no personal data leaves through it; it never changes. SQLite knows no booleans.
  isImpersonal: number | boolean;
  secret: string;
  // Signed with as well until that time.
  previousSecret: string | null;
  previousSecretUntil: number | null;
  state: WebhookState;
  disabledReason: WebhookDisabledReason | null;
  // The first try of every event up to here has been made.
  afterPosition: number;
  // The first failure since the last success; null while all is well.
  failingSince: number | null;
  // Servers of before judge by it too.
  lastFailedAt: number | null;
  createdAt: number;
  updatedAt: number;
  createdBy: string | null;
  updatedBy: string | null;
  // The keys that did it; null also for what earlier versions wrote.
  createdKeyId: string | null;
  updatedKeyId: string | null;
  // Who last chose the address, and who was last shown the secret: a member or a key.
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
  // The body, as it is sent each time.
  payload: string;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number | null;
  createdAt: number;
  endedAt: number | null;
}

/** Payloads are whole records. */
export type ListedDeliveryRecord = Omit<DeliveryRecord, 'payload'>;

/** What is known when it has been made, before it is written down. */
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
