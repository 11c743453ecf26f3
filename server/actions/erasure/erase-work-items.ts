// Erases what the work items of a person hold: photos, submissions, stored responses, texts, events.
import type { Author } from '#core/author.ts';
import { erasedWorkItem } from '#core/erasure/erase.ts';
import { assetRemovalJob, type Erasure } from '#core/erasure/erasure-job.ts';
import { addressesOverTime } from '#core/customers/former-traits.ts';
import { joinPersons } from '#core/customers/person.ts';
import { type NewEvent, typeOfUpdate } from '#core/event.ts';
import type { WorkItemRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import { findEventChanges } from '#db/events/events.ts';
import { deleteAnswersFor } from '#db/leads/idempotency.ts';
import { deleteDoubtfulLeads } from '#db/intakes/doubts.ts';
import { deleteMailMessages } from '#db/intakes/mail-messages.ts';
import { deleteJobsAbout, enqueueJobs } from '#db/jobs/jobs.ts';
import { deleteLeadSubmissions, findLeadSubmissions } from '#db/leads/lead-submissions.ts';
import { deletePhotos } from '#db/photos/photos.ts';
import { deleteMailsOfItems } from '#db/notifications/customer-mails.ts';
import { deleteNotes, findNotes } from '#db/work-items/work-item-notes.ts';
import {
  findItemsOfCustomers,
  lockItemsOfCustomers,
  updateWorkItem,
} from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { eraseAddresses } from './erase-addresses.ts';
import { redactEvents, rebuildDeliveries } from './redact-events.ts';
import { recogniseSubmissions } from '../customers/recognise-person.ts';
import { recordEvents } from '../events/events.ts';
import { indexWorkItems } from '../work-items/index-work-items.ts';
import { deleteLeadBatchClaims } from '../leads/claim-batch.ts';

const itemsAtOnce = 50;
const kindsAboutItems = [
  'fetchPhoto',
  'pushNotice',
  'mailNotice',
  'remindUnanswered',
  'mailCustomer',
] as const;

/** Erases one chunk. Returns where to continue, and what else was learned about the person. */
export async function eraseWorkItems(
  trx: Database,
  brandId: string,
  { customerIds, person: known, addressIds, author, erasedAt, after }: Erasure,
  { time, context }: { time(): number; context: ActionContext },
): Promise<Pick<Erasure, 'person' | 'addressIds'> & { after: string | null }> {
  const range = { brandId, customerIds, afterId: after, most: itemsAtOnce };
  const found = await findItemsOfCustomers(trx, range);
  if (found.length === 0) return { person: known, addressIds, after: null };
  // Same lock order as settlePhotos: the job, then the work item. A photo in flight loses its job
  // here, so it cannot come back.
  const subjects = found.map(({ id }) => id);
  for (const kind of kindsAboutItems) await deleteJobsAbout(trx, { brandId, kind, subjects });
  const items = await lockItemsOfCustomers(trx, range);
  const ids = items.map(({ id }) => id);

  const now = time();
  const assetIds = await deletePhotos(trx, brandId, ids);
  if (assetIds.length > 0) {
    const made = { brandId, id: context.newId(), now, dueAt: now };
    await enqueueJobs(trx, [assetRemovalJob(assetIds, made)]);
  }
  const submissions = await findLeadSubmissions(trx, brandId, ids);
  const asked = { brandId, customerIds, before: erasedAt };
  const person = joinPersons(known, await recogniseSubmissions(trx, asked, submissions));
  await deleteLeadSubmissions(trx, brandId, ids);
  await deleteDoubtfulLeads(trx, brandId, ids);
  await deleteMailMessages(trx, brandId, ids);
  await deleteMailsOfItems(trx, brandId, ids);
  await deleteNotes(
    trx,
    brandId,
    (await findNotes(trx, brandId, ids)).map(({ id }) => id),
  );
  await deleteLeadBatchClaims(trx, brandId, await deleteAnswersFor(trx, brandId, ids));

  const places = new Set(items.flatMap(({ addressId }) => addressId ?? []));
  const former = addressesOverTime(await findEventChanges(trx, { brandId, subjectIds: ids }));
  const all = { brandId, addressIds: [...places, ...former], customerIds };
  const emptied = await eraseAddresses(trx, all, context);
  const by = { person, emptiedAddresses: new Set(emptied), author, now };
  const erased = items.map((item) => erasedWorkItem(item, by));
  for (const item of erased) await updateWorkItem(trx, item);
  await indexWorkItems(trx, erased);
  await redactEvents(trx, { brandId, subjectIds: [...ids, ...emptied] });
  await rebuildDeliveries(trx, brandId, [...ids, ...emptied]);
  await recordEvents(trx, eventsOfErasure(erased, author), context);
  return {
    person,
    addressIds: [...addressIds, ...emptied.filter((id) => !places.has(id))],
    after: items.length < itemsAtOnce ? null : ids.at(-1)!,
  };
}

// The events say that each item changed, not what: the values are what was erased.
export function eventsOfErasure(erased: readonly WorkItemRecord[], author: Author): NewEvent[] {
  return erased.map((item) => ({
    ...author,
    brandId: item.brandId,
    type: typeOfUpdate(item),
    subjectId: item.id,
    changes: {},
    reason: null,
    createdAt: item.updatedAt,
  }));
}
