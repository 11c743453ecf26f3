// Redacts a person in the events about their records, and in the webhook deliveries of those events.
import type { EventType } from '#contract/event-lists.ts';
import { erasedChanges } from '#core/erasure/erase.ts';
import { type Erasure, stragglersSinceMs } from '#core/erasure/erasure-job.ts';
import { eventPayload } from '#core/webhooks/webhook-message.ts';
import type { Database } from '#db/database.ts';
import { findEventsAt, redactEventChanges } from '#db/events/events.ts';
import {
  type DeliveriesSince,
  type DeliveryKey,
  findDeliveryKeysAbout,
  findDeliveryKeysSince,
  forgetAnswers,
  updateDelivery,
} from '#db/webhooks/webhook-deliveries.ts';
import { listEndpoints } from '#db/webhooks/webhook-endpoints.ts';
import { loadEvents } from '../events/load-events.ts';

interface EventsOfSubjects {
  brandId: string;
  subjectIds: readonly string[];
  /** All types unless given. */
  types?: readonly EventType[];
}

/** Keeps what happened, when and by whom; removes the values. */
export function redactEvents(trx: Database, events: EventsOfSubjects): Promise<void> {
  return redactEventChanges(trx, events, ({ changes }) => ({
    changes: changes && JSON.stringify(erasedChanges(JSON.parse(changes))),
    reason: null,
  }));
}

/** Call this after the records and events are redacted: payloads are rebuilt from them. */
export async function rebuildDeliveries(
  trx: Database,
  brandId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await rebuild(trx, brandId, await findDeliveryKeysAbout(trx, brandId, subjectIds));
}

async function rebuildDeliveriesSince(trx: Database, about: DeliveriesSince): Promise<void> {
  await rebuild(trx, about.brandId, await findDeliveryKeysSince(trx, about));
}

const deliveriesPerChunk = 200;

async function rebuild(trx: Database, brandId: string, all: readonly DeliveryKey[]): Promise<void> {
  if (all.length === 0) return;
  const endpoints = new Map((await listEndpoints(trx, brandId)).map((one) => [one.id, one]));
  for (let from = 0; from < all.length; from += deliveriesPerChunk) {
    const deliveries = all.slice(from, from + deliveriesPerChunk);
    const positions = deliveries.flatMap(({ eventPosition }) => eventPosition ?? []);
    const rows = await findEventsAt(trx, brandId, [...new Set(positions)]);
    const events = await loadEvents(trx, rows);
    const byPosition = new Map(events.map((event) => [Number(event.id), event]));
    for (const { id, endpointId, eventPosition } of deliveries) {
      const event = byPosition.get(eventPosition ?? 0);
      if (!event) continue;
      const payload = eventPayload(event, endpoints.get(endpointId) ?? { isImpersonal: true });
      await updateDelivery(trx, { brandId, id }, { payload });
    }
    const ids = deliveries.map(({ id }) => id);
    await forgetAnswers(trx, brandId, ids);
  }
}

/** Of events that were recorded while the erasure ran. */
export async function rebuildLateDeliveries(
  trx: Database,
  brandId: string,
  { customerIds, addressIds, partners, erasedAt }: Erasure,
): Promise<void> {
  const since = erasedAt - stragglersSinceMs;
  await rebuildDeliveriesSince(trx, { brandId, customerIds, addressIds, since });
  for (const partner of partners) {
    const about = { brandId, customerIds: [partner.id], addressIds: [], since: partner.since };
    await rebuildDeliveriesSince(trx, about);
  }
}
