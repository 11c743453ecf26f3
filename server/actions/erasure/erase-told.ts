// What was told of records whose person is to be forgotten: in events, and in what was sent of them.
import type { EventType } from '#contract/event-lists.ts';
import { erasedChanges } from '#core/erasure/erase.ts';
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

interface Told {
  brandId: string;
  subjectIds: readonly string[];
  /** All unless given. */
  types?: readonly EventType[];
}

/** What happened stays, and when and by whom; words do not. */
export function forgetEvents(trx: Database, told: Told): Promise<void> {
  return redactEventChanges(trx, told, (changes) =>
    JSON.stringify(erasedChanges(JSON.parse(changes))),
  );
}

/** To be called when records and events have forgotten: what is sent again is made of them anew. */
export async function remakeDeliveries(
  trx: Database,
  brandId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await remake(trx, brandId, await findDeliveryKeysAbout(trx, brandId, subjectIds));
}

export async function remakeDeliveriesSince(trx: Database, about: DeliveriesSince): Promise<void> {
  await remake(trx, about.brandId, await findDeliveryKeysSince(trx, about));
}

const deliveriesAtOnce = 200;

async function remake(trx: Database, brandId: string, all: readonly DeliveryKey[]): Promise<void> {
  if (all.length === 0) return;
  const endpoints = new Map((await listEndpoints(trx, brandId)).map((one) => [one.id, one]));
  for (let from = 0; from < all.length; from += deliveriesAtOnce) {
    const deliveries = all.slice(from, from + deliveriesAtOnce);
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
