// Everything that is kept of a person, read in pieces: however much it is, nobody has to wait for it, and no
// more than a piece of it is in memory.
import type { CustomerExport } from '#contract/customer-export.ts';
import { reachesPerson, type Person, personOf } from '#core/person.ts';
import { presentAddress, presentCustomer } from '#core/present.ts';
import { presentCustomerMerge } from '#core/present-customer-merge.ts';
import { presentHistoryEntry } from '#core/present-event.ts';
import { presentExportedItem, presentSentEvent } from '#core/present-export.ts';
import { presentRequest } from '#core/present-request.ts';
import { findAddresses } from '#db/addresses.ts';
import { findMergesOf } from '#db/customer-merges.ts';
import { findCustomers } from '#db/customers.ts';
import type { Database } from '#db/database.ts';
import { findEventsOf } from '#db/events.ts';
import { findAnswersFor } from '#db/idempotency.ts';
import { findLeadSubmissions } from '#db/lead-submissions.ts';
import { findLoggedRequest, findRefusedRequests } from '#db/logged-requests.ts';
import { findFamilyIds } from '#db/merged-customers.ts';
import { findPhotos } from '#db/photos.ts';
import type { EventRow } from '#db/tables.ts';
import { findDeliveriesAbout } from '#db/webhook-deliveries.ts';
import { findItemsOfCustomers, idsOfCustomers } from '#db/work-items.ts';
import type { ActionContext } from './context.ts';
import { isThere, type MissingCustomer, missingCustomer } from './get-customer.ts';

type ExportHead = Omit<CustomerExport, 'workItems' | 'requests'>;

export interface ExportBegin {
  outcome: 'found';
  customerIds: string[];
  person: Person;
  head: ExportHead;
}

export async function beginExport(
  db: Database,
  { brandId, id }: { brandId: string; id: string },
  context: ActionContext,
): Promise<ExportBegin | MissingCustomer> {
  const family = await findFamilyIds(db, brandId, id);
  const customers = await findCustomers(db, brandId, family);
  const customer = customers.find((one) => one.id === id);
  if (!isThere(customer)) return missingCustomer(db, { brandId, id });
  const addressIds = new Set(customers.flatMap(({ addressId }) => addressId ?? []));
  const addresses = await findAddresses(db, brandId, [...addressIds]);
  const merges = await findMergesOf(db, brandId, family);
  const events = await allEventsOf(db, brandId, [...family, ...addressIds]);
  const deliveries = await findDeliveriesAbout(db, brandId, [...family, ...addressIds]);
  const head: ExportHead = {
    exportedAt: new Date(context.now()).toISOString(),
    customer: presentCustomer(customer),
    mergedCustomers: customers.filter((one) => one !== customer).map(presentCustomer),
    merges: merges.map(presentCustomerMerge),
    addresses: addresses.map(presentAddress),
    history: events.map(presentHistoryEntry),
    webhookDeliveries: deliveries.map(presentSentEvent),
  };
  return { outcome: 'found', customerIds: family, person: personOf(customers), head };
}

interface ExportPiece {
  /** Each as JSON. */
  records: string[];
  /** The record to go on behind; null at the end. */
  next: string | null;
}

interface PieceAsked {
  brandId: string;
  customerIds: string[];
  after: string;
}

const itemsAtOnce = 50;

export async function exportWorkItems(
  db: Database,
  { brandId, customerIds, after: afterId }: PieceAsked,
): Promise<ExportPiece> {
  const range = { brandId, customerIds, afterId, most: itemsAtOnce };
  const items = await findItemsOfCustomers(db, range);
  const ids = items.map(({ id }) => id);
  const addressIds = new Set(items.flatMap(({ addressId }) => addressId ?? []));
  const addresses = await findAddresses(db, brandId, [...addressIds]);
  const photos = await findPhotos(db, brandId, ids);
  const submissions = await findLeadSubmissions(db, brandId, ids);
  const answers = await findAnswersFor(db, brandId, ids);
  const events = await allEventsOf(db, brandId, ids);
  const deliveries = await findDeliveriesAbout(db, brandId, ids);

  const addressOf = new Map(addresses.map((address) => [address.id, address]));
  const submissionOf = new Map(submissions.map((one) => [one.workItemId, one]));
  const photosOf = Map.groupBy(photos, ({ workItemId }) => workItemId);
  const answersOf = Map.groupBy(answers, ({ workItemId }) => workItemId);
  const eventsOf = Map.groupBy(events, ({ subjectId }) => subjectId);
  const deliveriesOf = Map.groupBy(deliveries, ({ subjectId }) => subjectId);
  const records = items.map((item) =>
    JSON.stringify(
      presentExportedItem(item, {
        address: addressOf.get(item.addressId ?? '') ?? null,
        photos: photosOf.get(item.id) ?? [],
        submission: submissionOf.get(item.id) ?? null,
        answers: answersOf.get(item.id) ?? [],
        events: eventsOf.get(item.id) ?? [],
        deliveries: deliveriesOf.get(item.id) ?? [],
      }),
    ),
  );
  return { records, next: items.length < itemsAtOnce ? null : ids.at(-1)! };
}

const requestsAtOnce = 200;

/** Only those that are surely about the person: others may have the same name. */
export async function exportRequests(
  db: Database,
  { brandId, customerIds, person, after: afterId }: PieceAsked & { person: Person },
): Promise<ExportPiece> {
  const found = await findRefusedRequests(db, { brandId, afterId, most: requestsAtOnce });
  const rescuedIds = found.flatMap(({ rescuedAs }) => rescuedAs ?? []);
  const own = await idsOfCustomers(db, { brandId, customerIds, ids: rescuedIds });
  const records: string[] = [];
  for (const { id, path, message, body, rescuedAs } of found) {
    const isAbout = [path, message, body].some((text) => text && reachesPerson(text, person));
    if (!isAbout && !own.has(rescuedAs ?? '')) continue;
    const request = await findLoggedRequest(db, { brandId, id });
    if (request) records.push(JSON.stringify(presentRequest(request)));
  }
  return { records, next: found.length < requestsAtOnce ? null : found.at(-1)!.id };
}

const eventsAtOnce = 1_000;

async function allEventsOf(
  db: Database,
  brandId: string,
  subjectIds: readonly string[],
): Promise<EventRow[]> {
  const events: EventRow[] = [];
  for (let after = 0, isMore = true; isMore;) {
    const piece = await findEventsOf(db, { brandId, subjectIds, after, most: eventsAtOnce });
    events.push(...piece);
    isMore = piece.length === eventsAtOnce;
    after = piece.at(-1)?.position ?? after;
  }
  return events;
}
