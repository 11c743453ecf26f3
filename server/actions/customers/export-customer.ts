// Everything stored about a person, read in chunks: other calls run in between, and
// only one chunk is in memory.
import type { CustomerExport } from '#contract/customer-export.ts';
import { addressesOverTime } from '#core/customers/former-traits.ts';
import { isDuring, staysOf } from '#core/customers/stays.ts';
import { type Person, reachesPerson } from '#core/customers/person.ts';
import { presentAddress, presentCustomer } from '#core/present.ts';
import { presentCustomerMerge } from '#core/customers/present-customer-merge.ts';
import { presentHistoryEntry } from '#core/present-event.ts';
import {
  presentExportedItem,
  presentSentEvent,
  presentWaitingRow,
} from '#core/erasure/present-export.ts';
import type { ImportEntry } from '#core/imports/import-rows.ts';
import { rowsOfPerson } from '#core/imports/waiting-rows.ts';
import { presentIntake } from '#core/intakes/present-intake.ts';
import { textsOfIntake } from '#core/intakes/texts-of-intake.ts';
import { presentRequest } from '#core/requests/present-request.ts';
import type { AddressRecord } from '#core/records.ts';
import { timestamp } from '#core/timestamp.ts';
import { findAddresses, findSharedAddresses } from '#db/addresses/addresses.ts';
import { findMergesOf } from '#db/customers/customer-merges.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findEventsOf } from '#db/events/events.ts';
import { findAnswersFor } from '#db/leads/idempotency.ts';
import { findImport, findWaitingBatches } from '#db/imports/imports.ts';
import { findIntakeFiles } from '#db/intakes/intake-files.ts';
import { findIntake } from '#db/intakes/intakes.ts';
import { findWrittenIntakes } from '#db/intakes/written-intakes.ts';
import { findLeadSubmissions } from '#db/leads/lead-submissions.ts';
import { findLoggedRequest, findRefusedRequests } from '#db/requests/logged-requests.ts';
import { findFamilyIds } from '#db/customers/merged-customers.ts';
import { findPhotos } from '#db/photos/photos.ts';
import type { EventRow } from '#db/tables.ts';
import { findResponses } from '#db/webhooks/webhook-responses.ts';
import { findDeliveriesAbout } from '#db/webhooks/webhook-deliveries.ts';
import { findNotes } from '#db/work-items/work-item-notes.ts';
import { findItemsOfCustomers, idsOfCustomers } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { numberWaitingEvents } from '../events/events.ts';
import { namesOf } from '../work-items/notes.ts';
import { isThere, type MissingCustomer, missingCustomer } from './get-customer.ts';
import { recogniseCustomers, recogniseSubmissions } from './recognise-person.ts';

type ExportHead = Omit<CustomerExport, 'workItems' | 'waitingImportRows' | 'requests' | 'intakes'>;

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
  // Read your writes: a change that was answered is in this export.
  await numberWaitingEvents(db, { brandId }, context);
  const told = await allEventsOf(db, brandId, family);
  // A merged customer keeps their last address id, but no longer lives there.
  const current = addressIdsOf(customers.filter(({ mergedInto }) => mergedInto === null));
  const former = [...addressIdsOf(customers), ...addressesOverTime(told)];
  const found = await ownAddresses(db, { brandId, customerIds: family }, current, former);
  const addressIds = found.map((address) => address.id);
  const merges = await findMergesOf(db, brandId, family);
  const stays = customers.flatMap((one) => staysOf(one, told));
  const ofAddresses = await allEventsOf(db, brandId, addressIds);
  const events = [...told, ...ofAddresses.filter((event) => isDuring(stays, event))].sort(
    (one, other) => one.position - other.position,
  );
  const deliveries = [
    ...(await deliveriesAbout(db, brandId, family)),
    ...(await deliveriesAboutAddresses(db, { brandId, ids: addressIds }, stays)),
  ].sort((one, other) => one.createdAt - other.createdAt);
  const head: ExportHead = {
    exportedAt: timestamp(context.now()),
    customer: presentCustomer(customer),
    mergedCustomers: customers.filter((one) => one !== customer).map(presentCustomer),
    merges: merges.map(presentCustomerMerge),
    addresses: found.map(presentAddress),
    history: events.map(presentHistoryEntry),
    webhookDeliveries: deliveries.map(presentSentEvent),
  };
  const asked = { brandId, customerIds: family, before: context.now() };
  const person = await recogniseCustomers(db, asked, customers, told);
  return { outcome: 'found', customerIds: family, person, head };
}

/** Deliveries with the responses of the receiver. */
async function deliveriesAbout(db: Database, brandId: string, subjectIds: readonly string[]) {
  const deliveries = await findDeliveriesAbout(db, brandId, subjectIds);
  const ids = deliveries.map(({ id }) => id);
  const answers = await findResponses(db, brandId, ids);
  return deliveries.map((delivery) => ({ ...delivery, answers: answers.get(delivery.id) ?? [] }));
}

/** Deliveries from when the person lived there, without responses: these may be about other residents. */
async function deliveriesAboutAddresses(
  db: Database,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
  stays: ReturnType<typeof staysOf>,
) {
  const deliveries = await findDeliveriesAbout(db, brandId, ids);
  return deliveries
    .filter(({ subjectId, eventPosition }) =>
      isDuring(stays, { subjectId: subjectId!, position: eventPosition ?? 0 }),
    )
    .map((delivery) => ({ ...delivery, answers: [] }));
}

/** The current addresses, and former ones unless they belong to somebody else now. */
async function ownAddresses(
  db: Database,
  { brandId, customerIds }: Pick<ChunkRequest, 'brandId' | 'customerIds'>,
  currentIds: readonly string[],
  formerIds: readonly string[],
): Promise<AddressRecord[]> {
  const current = new Set(currentIds);
  const former = formerIds.filter((id) => !current.has(id));
  const shared =
    former.length > 0
      ? await findSharedAddresses(db, { brandId, ids: former, customerIds })
      : new Set();
  return findAddresses(db, brandId, [...current, ...former.filter((id) => !shared.has(id))]);
}

function addressIdsOf(records: readonly { addressId: string | null }[]): string[] {
  return records.flatMap(({ addressId }) => addressId ?? []);
}

interface ExportChunk {
  /** The records, each as JSON. */
  records: string[];
  /** The record to continue after; null at the end. */
  next: string | null;
}

interface ChunkRequest {
  brandId: string;
  customerIds: string[];
  after: string;
}

const itemsAtOnce = 50;

/** Also returns how submissions identify the person, and the last item of the chunk. */
export async function exportWorkItems(
  db: Database,
  { brandId, customerIds, after: afterId }: ChunkRequest,
  context: ActionContext,
): Promise<ExportChunk & { person: Person; last: string }> {
  const range = { brandId, customerIds, afterId, most: itemsAtOnce };
  const items = await findItemsOfCustomers(db, range);
  const ids = items.map(({ id }) => id);
  const events = await allEventsOf(db, brandId, ids);
  const former = addressesOverTime(events);
  const addresses = await ownAddresses(db, { brandId, customerIds }, addressIdsOf(items), former);
  const photos = await findPhotos(db, brandId, ids);
  const submissions = await findLeadSubmissions(db, brandId, ids);
  const answers = await findAnswersFor(db, brandId, ids);
  const deliveries = await deliveriesAbout(db, brandId, ids);
  const notes = await findNotes(db, brandId, ids);
  const names = notes.length === 0 ? new Map() : await namesOf(db, brandId);

  const addressOf = new Map(addresses.map((address) => [address.id, address]));
  const submissionOf = new Map(submissions.map((one) => [one.workItemId, one]));
  const photosOf = Map.groupBy(photos, ({ workItemId }) => workItemId);
  const answersOf = Map.groupBy(answers, ({ workItemId }) => workItemId);
  const notesOf = Map.groupBy(notes, ({ workItemId }) => workItemId);
  const eventsOf = Map.groupBy(events, ({ subjectId }) => subjectId);
  const deliveriesOf = Map.groupBy(deliveries, ({ subjectId }) => subjectId);
  const records = items.map((item) =>
    JSON.stringify(
      presentExportedItem(item, {
        address: addressOf.get(item.addressId ?? '') ?? null,
        formerAddresses: addressesOverTime(eventsOf.get(item.id) ?? [])
          .filter((id) => id !== item.addressId)
          .flatMap((id) => addressOf.get(id) ?? []),
        photos: photosOf.get(item.id) ?? [],
        notes: notesOf.get(item.id) ?? [],
        names,
        submission: submissionOf.get(item.id) ?? null,
        answers: answersOf.get(item.id) ?? [],
        events: eventsOf.get(item.id) ?? [],
        deliveries: deliveriesOf.get(item.id) ?? [],
      }),
    ),
  );
  const asked = { brandId, customerIds, before: context.now() };
  const person = await recogniseSubmissions(db, asked, submissions);
  const last = ids.at(-1) ?? afterId;
  return { records, person, last, next: items.length < itemsAtOnce ? null : last };
}

/** A chunk of submissions that did not become a lead. */
interface UncreatedRequest extends ChunkRequest {
  person: Person;
  /** Refused requests, import rows that are not created yet, or intakes. */
  kind: 'refused' | 'waiting' | 'intakes';
}

/** Exports only matches by e-mail address or phone: others may have the same name. */
export function exportUncreatedLeads(
  db: Database,
  { kind, ...asked }: UncreatedRequest,
): Promise<ExportChunk> {
  const readers = { refused: refusedRequests, waiting: waitingRows, intakes: intakesOf };
  return readers[kind](db, asked);
}

/** Those of the person's leads too. */
async function intakesOf(
  db: Database,
  { brandId, customerIds, person, after: afterId }: Omit<UncreatedRequest, 'kind'>,
): Promise<ExportChunk> {
  const { intakes, isLast } = await findWrittenIntakes(db, { brandId, afterId });
  const leadIds = intakes.flatMap(({ workItemId }) => workItemId ?? []);
  const own = await idsOfCustomers(db, { brandId, customerIds, ids: leadIds });
  const records: string[] = [];
  for (const written of intakes) {
    const isAbout = textsOfIntake(written).some((text) => reachesPerson(text, person));
    if (!isAbout && !own.has(written.workItemId ?? '')) continue;
    const key = { brandId, id: written.id };
    const [intake, files] = [await findIntake(db, key), await findIntakeFiles(db, key)];
    if (intake) records.push(JSON.stringify(presentIntake(intake, files, null)));
  }
  return { records, next: isLast ? null : intakes.at(-1)!.id };
}

async function refusedRequests(
  db: Database,
  { brandId, customerIds, person, after: afterId }: Omit<UncreatedRequest, 'kind'>,
): Promise<ExportChunk> {
  const { requests, isLast } = await findRefusedRequests(db, { brandId, afterId });
  const rescuedIds = requests.flatMap(({ rescuedAs }) => rescuedAs ?? []);
  const own = await idsOfCustomers(db, { brandId, customerIds, ids: rescuedIds });
  const records: string[] = [];
  for (const { id, path, message, body, rescuedAs } of requests) {
    const isAbout = [path, message, body].some((text) => text && reachesPerson(text, person));
    if (!isAbout && !own.has(rescuedAs ?? '')) continue;
    const request = await findLoggedRequest(db, { brandId, id });
    if (!request) continue;
    const hasBody = body !== null;
    records.push(JSON.stringify(presentRequest({ ...request, body, rescuedAs, hasBody })));
  }
  return { records, next: isLast ? null : requests.at(-1)!.id };
}

const batchesAtOnce = 10;

async function waitingRows(
  db: Database,
  { brandId, person, after }: Omit<UncreatedRequest, 'kind'>,
): Promise<ExportChunk> {
  const [afterImport, afterNumber = '-1'] = after.split(' ') as [string, string?];
  const read = { importId: afterImport, number: Number(afterNumber) };
  const batches = await findWaitingBatches(db, { brandId, after: read, most: batchesAtOnce });
  const records: string[] = [];
  for (const { importId, entries } of batches) {
    const rows = rowsOfPerson(JSON.parse(entries) as ImportEntry[], person);
    const found = rows.length > 0 && (await findImport(db, { brandId, id: importId }));
    if (!found) continue;
    records.push(...rows.map((row) => JSON.stringify(presentWaitingRow(row, found))));
  }
  const last = batches.at(-1);
  const isLast = batches.length < batchesAtOnce;
  return { records, next: isLast ? null : `${last!.importId} ${last!.number}` };
}

const eventsAtOnce = 1_000;

async function allEventsOf(
  db: Database,
  brandId: string,
  subjectIds: readonly string[],
): Promise<EventRow[]> {
  const events: EventRow[] = [];
  for (let after = 0, isMore = true; isMore;) {
    const chunk = await findEventsOf(db, { brandId, subjectIds, after, most: eventsAtOnce });
    events.push(...chunk);
    isMore = chunk.length === eventsAtOnce;
    after = chunk.at(-1)?.position ?? after;
  }
  return events;
}
