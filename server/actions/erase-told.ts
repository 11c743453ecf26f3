// What was told of records whose person is to be forgotten: in events, and in what was sent of them.
import type { EventType } from '#contract/event-lists.ts';
import { erasedChanges } from '#core/erase.ts';
import { eventPayload } from '#core/webhook-message.ts';
import type { Database } from '#db/database.ts';
import { findEventsAt, forgetTold } from '#db/events.ts';
import type { WebhookDeliveryRow } from '#db/tables.ts';
import {
  findDeliveriesAbout,
  findDeliveriesSince,
  forgetAnswers,
  updateDelivery,
} from '#db/webhook-deliveries.ts';
import { loadEvents } from './load-events.ts';

interface Told {
  brandId: string;
  subjectIds: readonly string[];
  /** All unless given. */
  types?: readonly EventType[];
}

/** What happened stays, and when and by whom; words do not. */
export function forgetEvents(trx: Database, told: Told): Promise<void> {
  return forgetTold(trx, told, (changes) => JSON.stringify(erasedChanges(JSON.parse(changes))));
}

/** To be called when records and events have forgotten: what is sent again is made of them anew. */
export async function remakeDeliveries(
  trx: Database,
  brandId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await remake(trx, brandId, await findDeliveriesAbout(trx, brandId, subjectIds));
}

export async function remakeDeliveriesSince(
  trx: Database,
  about: { brandId: string; customerIds: readonly string[]; since: number },
): Promise<void> {
  await remake(trx, about.brandId, await findDeliveriesSince(trx, about));
}

async function remake(
  trx: Database,
  brandId: string,
  deliveries: readonly WebhookDeliveryRow[],
): Promise<void> {
  const positions = deliveries.flatMap(({ eventPosition }) => eventPosition ?? []);
  const rows = await findEventsAt(trx, brandId, [...new Set(positions)]);
  const events = await loadEvents(trx, rows);
  const payloads = new Map(events.map((event) => [Number(event.id), eventPayload(event)]));
  for (const { id, eventPosition } of deliveries) {
    const payload = payloads.get(eventPosition ?? 0);
    if (payload !== undefined) await updateDelivery(trx, { brandId, id }, { payload });
  }
  await forgetAnswers(
    trx,
    brandId,
    deliveries.map(({ id }) => id),
  );
}
