// What is to be sent to an endpoint next, with all that is needed to send it.
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
import { loadEvents } from './load-events.ts';

interface EndpointKey {
  brandId: string;
  endpointId: string;
}

/** Where to send, and how to sign. */
export interface Target {
  state: WebhookState;
  version: number;
  url: string;
  secrets: string[];
}

export interface Outgoing {
  /** Null for one that was never sent. */
  deliveryId: string | null;
  /** Null for a ping. */
  eventPosition: number | null;
  eventType: EventType | 'ping';
  subjectId: string;
  payload: string;
  /** So far. */
  attempts: number;
  /** A retry is on its way by itself. */
  isPending: boolean;
}

interface NextEvents extends Target {
  events: Outgoing[];
  /** There is nothing to be sent up to here but these. */
  upTo: number;
  isEnd: boolean;
}

// Few, because each holds the record as it is when it is read.
const eventsAtOnce = 20;
// So many are looked at to find some of the chosen types.
const lookedAtOnce = 10_000;

/** The next first tries, from behind a number or from where the endpoint stands; null when it is gone. */
export async function readNextEvents(
  db: Database,
  { brandId, endpointId, after }: EndpointKey & { after: number },
  context: ActionContext,
): Promise<NextEvents | null> {
  const endpoint = await findEndpoint(db, { brandId, id: endpointId });
  if (!endpoint) return null;
  const from = Math.max(after, endpoint.afterPosition);
  const last = await lastPosition(db, brandId);
  const { rows, upTo } = await look(db, endpoint, from, last);
  return {
    ...targetOf(endpoint, context.now()),
    events: await outgoing(db, endpoint, rows),
    upTo,
    isEnd: upTo >= last,
  };
}

/** The same for events that are sent again. */
export async function readReplayedEvents(
  db: Database,
  { brandId, endpointId, since, after, upTo: last }: EndpointKey & ReplayPayload,
  context: ActionContext,
): Promise<NextEvents | null> {
  const endpoint = await findEndpoint(db, { brandId, id: endpointId });
  if (!endpoint) return null;
  const looked = await look(db, endpoint, after, last);
  const rows = looked.rows.filter(({ createdAt }) => createdAt >= since);
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
    upTo: looked.upTo,
    isEnd: looked.upTo >= last,
  };
}

/** One that was sent before; null when it, or its endpoint, is gone. */
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

async function look(
  db: Database,
  endpoint: EndpointRecord,
  after: number,
  last: number,
): Promise<{ rows: EventRow[]; upTo: number }> {
  const upTo = Math.min(last, after + lookedAtOnce);
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
