// Erases a person in the work items of other customers: items that were moved to these, and leads that came
// with the person's e-mail address or phone number. They are found outside the transaction that erases.
import type { Erasure } from '#core/erasure/erasure-job.ts';
import { changesWithout, isSentBy, withoutMentions } from '#core/erasure/redact-mentions.ts';
import {
  exceptPerson,
  joinPersons,
  mentionsPerson,
  type Person,
  personOf,
  reachesPerson,
} from '#core/customers/person.ts';
import type { CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { redactEventChanges } from '#db/events/events.ts';
import { deleteAnswersFor } from '#db/leads/idempotency.ts';
import { deleteLeadSubmissions, findLeadSubmissions } from '#db/leads/lead-submissions.ts';
import { deleteDoubtfulLeads } from '#db/intakes/doubts.ts';
import { lockSearchRefreshes } from '#db/lists/search-refreshes.ts';
import { findFormerWorkItems } from '#db/work-items/former-work-items.ts';
import { deleteNotes, findNotes } from '#db/work-items/work-item-notes.ts';
import {
  findOtherContacts,
  findWorkItems,
  lockWorkItems,
  updateWorkItem,
} from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { recogniseSubmissions, withoutKeysOfOthers } from '../customers/recognise-person.ts';
import { recordEvents } from '../events/events.ts';
import { deleteLeadBatchClaims } from '../leads/claim-batch.ts';
import { indexWorkItems } from '../work-items/index-work-items.ts';
import { eventsOfErasure } from './erase-work-items.ts';
import { rebuildDeliveries } from './redact-events.ts';

export interface Found {
  ids: string[];
  /** The last record scanned; null at the end. */
  after: string | null;
}

const formerItemsAtOnce = 50;
const otherContactsAtOnce = 500;

/** Whether the step scans work items of other customers. */
export function isOfWorkItems({ step }: Erasure): boolean {
  return step === 'formerItems' || step === 'otherContacts';
}

export function isOfIntakes({ step }: Erasure): boolean {
  return step === 'intakes' || step === 'lateIntakes';
}

/** Scans one chunk of work items of others. */
export async function findMentions(
  db: Database,
  brandId: string,
  erasure: Erasure,
): Promise<Found> {
  const { customerIds, after: afterId, step } = erasure;
  if (step === 'formerItems') {
    const most = formerItemsAtOnce;
    const ids = await findFormerWorkItems(db, { brandId, customerIds, afterId, most });
    const items = await findWorkItems(db, brandId, ids);
    const mentions = await mentionsIn(db, brandId, erasure, items);
    const found = mentions.map(({ item }) => item.id);
    return { ids: found, after: ids.length < most ? null : ids.at(-1)! };
  }
  const most = otherContactsAtOnce;
  const contacts = await findOtherContacts(db, { brandId, afterId, most });
  const person = await withoutKeysOfOthers(db, searchOf(brandId, erasure), erasure.person);
  const found = contacts.filter(({ otherContact }) => reachesPerson(otherContact, person));
  return {
    ids: found.map(({ id }) => id),
    after: contacts.length < most ? null : contacts.at(-1)!.id,
  };
}

export async function eraseMentions(
  trx: Database,
  brandId: string,
  erasure: Erasure,
  { ids, time, context }: { ids: readonly string[]; time(): number; context: ActionContext },
): Promise<void> {
  // They may have changed since they were found.
  const locked = await lockWorkItems(trx, brandId, ids);
  const mentions = await mentionsIn(trx, brandId, erasure, locked);
  if (mentions.length === 0) return;
  const { author } = erasure;
  const foundIds = mentions.map(({ item }) => item.id);
  await deleteLeadSubmissions(trx, brandId, foundIds);
  await deleteDoubtfulLeads(trx, brandId, foundIds);
  await deleteLeadBatchClaims(trx, brandId, await deleteAnswersFor(trx, brandId, foundIds));

  const changed: WorkItemRecord[] = [];
  for (const { item, person } of mentions) {
    const left = withoutMentions(item, { person, author, now: time() });
    if (left !== item) changed.push(left);
    const told = await findNotes(trx, brandId, [item.id]);
    const toErase = told.filter(({ text }) => mentionsPerson(text, person));
    await deleteNotes(
      trx,
      brandId,
      toErase.map(({ id }) => id),
    );
    await redactEventChanges(trx, { brandId, subjectIds: [item.id] }, ({ changes, reason }) => ({
      changes: changes && JSON.stringify(changesWithout(JSON.parse(changes), person)),
      reason: reason !== null && mentionsPerson(reason, person) ? null : reason,
    }));
  }
  for (const item of changed) await updateWorkItem(trx, item);
  await reindex(trx, brandId, changed);
  await rebuildDeliveries(trx, brandId, foundIds);
  await recordEvents(trx, eventsOfErasure(changed, author), context);
}

interface Mention {
  item: WorkItemRecord;
  /** With what the submission adds, and without what the item's customer has too. */
  person: Person;
}

/** Of these work items, those of other customers that the person sent. */
async function mentionsIn(
  db: Database,
  brandId: string,
  erasure: Erasure,
  items: readonly WorkItemRecord[],
): Promise<Mention[]> {
  const others = items.filter(({ customerId }) => !erasure.customerIds.includes(customerId));
  if (others.length === 0) return [];
  const ids = others.map(({ id }) => id);
  const customerIds = [...new Set(others.map(({ customerId }) => customerId))];
  const customerOf = byId(await findCustomers(db, brandId, customerIds));
  const submissions = await findLeadSubmissions(db, brandId, ids);
  const submissionOf = new Map(submissions.map((one) => [one.workItemId, one]));
  const search = searchOf(brandId, erasure);
  const known = await withoutKeysOfOthers(db, search, erasure.person);

  const mentions: Mention[] = [];
  for (const item of others) {
    const customer = personOf([customerOf.get(item.customerId)!]);
    const person = exceptPerson(known, customer);
    const sent = submissionOf.get(item.id);
    const sender = exceptPerson(
      await recogniseSubmissions(db, search, sent ? [sent] : []),
      customer,
    );
    const { otherContact } = item;
    const isFormer = erasure.step === 'formerItems';
    if (!isSentBy({ isFormer, otherContact, sender }, person)) continue;
    mentions.push({ item, person: joinPersons(person, sender) });
  }
  return mentions;
}

function searchOf(brandId: string, { customerIds, erasedAt: before }: Erasure) {
  return { brandId, customerIds, before };
}

async function reindex(
  trx: Database,
  brandId: string,
  items: readonly WorkItemRecord[],
): Promise<void> {
  // A refresh in progress could write the words of before.
  const owners = [...new Set(items.map(({ customerId }) => customerId))].sort();
  await lockSearchRefreshes(
    trx,
    owners.map((subjectId) => ({ brandId, subjectId })),
  );
  await indexWorkItems(trx, items);
}

function byId(records: readonly CustomerRecord[]): Map<string, CustomerRecord> {
  return new Map(records.map((one) => [one.id, one]));
}
