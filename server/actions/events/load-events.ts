// Events with the records they are about, as feeds and webhooks show them.
import type { Event } from '#contract/event.ts';
import { presentAddress, presentCustomer } from '#core/present.ts';
import { presentListedIntake } from '#core/intakes/present-intake.ts';
import { presentWebhook } from '#core/webhooks/present-webhook.ts';
import { type EventSubject, presentEvent, subjectOf } from '#core/present-event.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findListedIntakes } from '#db/intakes/intakes.ts';
import type { EventRow } from '#db/tables.ts';
import { findEndpoints } from '#db/webhooks/webhook-endpoints.ts';
import { loadListedWorkItems } from '../load-work-items.ts';

type Load = (db: Database, brandId: string, ids: string[]) => Promise<Map<string, object>>;

const loaders: Record<EventSubject, Load> = {
  workItem: loadListedWorkItems,
  customer: async (db, brandId, ids) => {
    const customers = await findCustomers(db, brandId, ids);
    return new Map(customers.map((customer) => [customer.id, presentCustomer(customer)]));
  },
  address: async (db, brandId, ids) => {
    const addresses = await findAddresses(db, brandId, ids);
    return new Map(addresses.map((address) => [address.id, presentAddress(address)]));
  },
  webhook: async (db, brandId, ids) => {
    const endpoints = await findEndpoints(db, brandId, ids);
    return new Map(endpoints.map((endpoint) => [endpoint.id, presentWebhook(endpoint)]));
  },
  intake: async (db, brandId, ids) => {
    const intakes = await findListedIntakes(db, brandId, ids);
    return new Map(intakes.map((intake) => [intake.id, presentListedIntake(intake)]));
  },
};

/** The rows must be of one brand. */
export async function loadEvents(db: Database, rows: readonly EventRow[]): Promise<Event[]> {
  const dataOf = new Map<EventRow, object | null>();
  for (const [subject, group] of Map.groupBy(rows, (row) => subjectOf(row.type))) {
    const ids = [...new Set(group.map((row) => row.subjectId))];
    const records = await loaders[subject](db, group[0]!.brandId, ids);
    for (const row of group) dataOf.set(row, records.get(row.subjectId) ?? null);
  }
  return rows.map((row) => presentEvent(row, dataOf.get(row)!));
}
