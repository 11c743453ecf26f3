// The next events to send to an endpoint, with everything needed to send them.
import type { EventType } from '#contract/event-lists.ts';
import type { WebhookState } from '#contract/webhook-lists.ts';
import { presentWebhook, typesOf } from '#core/webhooks/present-webhook.ts';
import type { ReplayPayload } from '#core/webhooks/webhook-jobs.ts';
import { eventPayload } from '#core/webhooks/webhook-message.ts';
import type { DeliveryRecord, EndpointRecord } from '#core/webhooks/webhook-records.ts';
import type { Webhook } from '#contract/webhook.ts';
import type { Database } from '#db/database.ts';
import { findEventsAfter, lastPosition } from '#db/events/events.ts';
import type { EventRow } from '#db/tables.ts';
import { findDeliveriesOfEvents, findDelivery } from '#db/webhooks/webhook-deliveries.ts';
import { findEndpoint } from '#db/webhooks/webhook-endpoints.ts';
import type { ActionContext } from '../context.ts';
import { loadEvents } from '../events/load-events.ts';

interface EndpointKey {
  brandId: string;
  endpointId: string;
}

/** The address to send to, and the secrets to sign with. */
export interface Target {
  state: WebhookState;
  version: number;
  url: string;
  secrets: string[];
}

export interface Outgoing {
  /** Null for an event that was never sent. */
  deliveryId: string | null;
  /** Null for a ping. */
  eventPosition: number | null;
  eventType: EventType | 'ping';
  subjectId: string;
  payload: string;
  /** Attempts so far. */
  attempts: number;
  /** A retry is already scheduled. */
  isPending: boolean;
}

interface NextEvents extends Target {
  events: Outgoing[];
  /** Every event up to this number is either in `events` or not for this endpoint. */
  upTo: number;
  isEnd: boolean;
}

// Few, because each payload is a snapshot of its record at this time.
const eventsAtOnce = 20;
// Events scanned per call: there is no index by type.
const scannedMax = 10_000;

/**
 * Reads the next first attempts, after a number or after the endpoint's position. Returns
 * null for a deleted endpoint.
 */
export async function readNextEvents(
  db: Database,
  { brandId, endpointId, after }: EndpointKey & { after: number },
  context: ActionContext,
): Promise<NextEvents | null> {
  const endpoint = await findEndpoint(db, { brandId, id: endpointId });
  if (!endpoint) return null;
  const from = Math.max(after, endpoint.afterPosition);
  const last = await lastPosition(db, brandId);
  const { rows, upTo } = await scan(db, endpoint, from, last);
  return {
    ...targetOf(endpoint, context.now()),
    events: await outgoing(db, endpoint, rows),
    upTo,
    isEnd: upTo >= last,
  };
}

/** Reads the next events of a replay. */
export async function readReplayedEvents(
  db: Database,
  { brandId, endpointId, since, after, upTo: last }: EndpointKey & ReplayPayload,
  context: ActionContext,
): Promise<NextEvents | null> {
  const endpoint = await findEndpoint(db, { brandId, id: endpointId });
  if (!endpoint) return null;
  const scanned = await scan(db, endpoint, after, last);
  const rows = scanned.rows.filter(({ createdAt }) => createdAt >= since);
  const fresh = await outgoing(db, endpoint, rows);
  const sent = await findDeliveriesOfEvents(
    db,
    { brandId, endpointId },
    rows.map(({ position }) => position),
  );
  const sentOf = new Map(sent.map((delivery) => [delivery.eventPosition, delivery]));
  return {
    ...targetOf(endpoint, context.now()),
    events: fresh.map((event) => {
      const delivery = sentOf.get(event.eventPosition);
      return delivery ? outgoingAgain(delivery) : event;
    }),
    upTo: scanned.upTo,
    isEnd: scanned.upTo >= last,
  };
}

/** Reads an earlier delivery. Returns null when it or its endpoint was deleted. */
export async function readDelivery(
  db: Database,
  { brandId, endpointId, id }: EndpointKey & { id: string },
  context: ActionContext,
): Promise<(Target & { event: Outgoing }) | null> {
  const endpoint = await findEndpoint(db, { brandId, id: endpointId });
  const delivery = await findDelivery(db, { brandId, endpointId, id });
  if (!endpoint || !delivery) return null;
  return { ...targetOf(endpoint, context.now()), event: outgoingAgain(delivery) };
}

export async function readTarget(
  db: Database,
  { brandId, endpointId }: EndpointKey,
  context: ActionContext,
): Promise<(Target & { webhook: Webhook }) | null> {
  const endpoint = await findEndpoint(db, { brandId, id: endpointId });
  return endpoint
    ? { ...targetOf(endpoint, context.now()), webhook: presentWebhook(endpoint) }
    : null;
}

async function scan(
  db: Database,
  endpoint: EndpointRecord,
  after: number,
  last: number,
): Promise<{ rows: EventRow[]; upTo: number }> {
  const upTo = Math.min(last, after + scannedMax);
  const rows = await findEventsAfter(db, {
    brandId: endpoint.brandId,
    after,
    upTo,
    types: typesOf(endpoint),
    most: eventsAtOnce,
  });
  return {
    rows,
    upTo: rows.length === eventsAtOnce ? rows.at(-1)!.position : Math.max(after, upTo),
  };
}

function targetOf(endpoint: EndpointRecord, now: number): Target {
  const { state, version, url, secret, previousSecret, previousSecretUntil } = endpoint;
  const isChanging = previousSecret !== null && now < (previousSecretUntil ?? 0);
  return { state, version, url, secrets: isChanging ? [secret, previousSecret] : [secret] };
}

async function outgoing(
  db: Database,
  endpoint: EndpointRecord,
  rows: readonly EventRow[],
): Promise<Outgoing[]> {
  const events = await loadEvents(db, rows);
  return rows.map(({ position, type, subjectId }, index) => ({
    deliveryId: null,
    eventPosition: position,
    eventType: type,
    subjectId,
    payload: eventPayload(events[index]!, endpoint),
    attempts: 0,
    isPending: false,
  }));
}

function outgoingAgain(delivery: DeliveryRecord): Outgoing {
  return {
    deliveryId: delivery.id,
    eventPosition: delivery.eventPosition,
    eventType: delivery.eventType,
    subjectId: delivery.subjectId!,
    payload: delivery.payload,
    attempts: delivery.attempts,
    isPending: delivery.status === 'pending',
  };
}
