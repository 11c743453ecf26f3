// Patches one work item, and moves it to another customer.
import type { Language } from '#contract/account-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { isOtherPlace } from '#core/addresses/change-address.ts';
import { newAddress, newCustomer } from '#core/leads/new-records.ts';
import { notesBeforeMove, remarksAfterMove } from '#core/leads/remarks-after-move.ts';
import {
  changeWorkItem,
  type Conflict,
  type PlannedPatch,
  type ReadWorkItemPatch,
} from '#core/work-items/change-work-item.ts';
import { about } from '#core/reading/field-message.ts';
import { isAsSubmitted, keysOfSubmission } from '#core/work-items/customer-from-submission.ts';
import type { Changes, NewEvent } from '#core/event.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { lockCustomers } from '#db/customers/customers.ts';
import { findKeptIds } from '#db/customers/merged-customers.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findEventChanges } from '#db/events/events.ts';
import { findWorkItems, hasOtherWorkItems, lockWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { isThere } from '../customers/get-customer.ts';
import { withLockedCustomers } from '../customers/lock-customers.ts';
import { findKnownCustomers, intakesOf } from '../leads/write-intake.ts';
import { wrongAddress } from '../wrong-address.ts';
import { wrongAssignee } from './assignees.ts';
import {
  changeLocked,
  searchedFields,
  type PlanChange,
  type WorkItemOutcome,
  type WorkItemRequest,
} from './change-work-item.ts';

interface PatchRequest extends WorkItemRequest {
  patch: ReadWorkItemPatch;
  /** For a change of customer. Null when nothing that was submitted is stored. */
  submitted: { lead: LeadSubmission; brandCountry: string; brandLanguage: Language } | null;
}

type Planned = Awaited<ReturnType<PlanChange>>;

export function patchWorkItem(
  db: Database,
  request: PatchRequest,
  context: ActionContext,
): Promise<WorkItemOutcome> {
  const { customerId, ...patch } = request.patch;
  if (customerId !== undefined) return patchCustomerToo(db, request, customerId, context);
  const { brandId, id } = request;
  const plan: PlanChange = (trx, item, now) => planPatch(trx, request, patch, item, now);
  // The search entry contains the customer's words, so the customer is locked too.
  const changesWords = searchedFields.some((field) => request.patch[field] !== undefined);
  return db.transaction(async (trx) => {
    const item = changesWords
      ? await lockWithCustomer(trx, { brandId, id })
      : await lockWorkItem(trx, { brandId, id });
    return changeLocked(trx, item, { ...request, plan }, context);
  });
}

/** Lock order: the customer, then the item. */
async function lockWithCustomer(
  trx: Database,
  { brandId, id }: { brandId: string; id: string },
): Promise<WorkItemRecord | undefined> {
  const [seen] = await findWorkItems(trx, brandId, [id]);
  if (!seen) return undefined;
  await lockCustomers(trx, brandId, [seen.customerId]);
  return lockUnmoved(trx, seen);
}

async function lockUnmoved(
  trx: Database,
  seen: WorkItemRecord,
): Promise<WorkItemRecord | undefined> {
  const item = await lockWorkItem(trx, seen);
  // A merge or a move gave the item to another customer between the read and the lock.
  if (item && item.customerId !== seen.customerId) {
    throw new DatabaseUnavailable('the customer of the work item changed during the request');
  }
  return item;
}

async function planPatch(
  trx: Database,
  { brandId, author }: PatchRequest,
  patch: PlannedPatch,
  item: WorkItemRecord,
  now: number,
): Promise<Planned> {
  if (item.deletedAt !== null) return null;
  const planned = changeWorkItem(item, patch, { author, now });
  if (!('item' in planned)) return planned;
  const { addressId, assigneeId } = planned.item;
  const messages = [
    ...(addressId === item.addressId ? [] : await wrongAddress(trx, brandId, addressId)),
    ...(assigneeId === item.assigneeId ? [] : await wrongAssignee(trx, brandId, assigneeId)),
  ];
  return messages.length > 0 ? { messages } : planned;
}

/**
 * Locks both customers, so that no merge, archiving or erasure of either is missed. For a new customer
 * it also locks the submitted people, so that no lead of theirs is matched before it exists.
 */
async function patchCustomerToo(
  db: Database,
  request: PatchRequest,
  customerId: string | null,
  context: ActionContext,
): Promise<WorkItemOutcome> {
  const { brandId, id, submitted } = request;
  const [seen] = await findWorkItems(db, brandId, [id]);
  if (!seen) return { outcome: 'missing' };
  const ids = [seen.customerId, ...(customerId === null ? [] : [customerId])];
  const newKeys = customerId === null && submitted ? keysOfSubmission(submitted.lead) : [];
  const locked = { brandId, ids, newKeys };
  return withLockedCustomers(db, locked, async (trx, customers) => {
    const plan: PlanChange = async (_trx, item, now) => {
      if (item.deletedAt !== null) return null;
      if (customerId === item.customerId) {
        return planPatch(trx, request, { ...request.patch, customerId }, item, now);
      }
      if (!isThere(customers.get(item.customerId))) return { conflict: ownerErased };
      return customerId === null
        ? planNewCustomer(trx, request, { item, customers, now }, context)
        : planMove(trx, request, { customerId, item, customers, now }, context);
    };
    return changeLocked(trx, await lockUnmoved(trx, seen), { ...request, plan }, context);
  });
}

const ownerErased: Conflict = {
  code: 'customer_erased',
  message: 'customerId cannot change: the customer of this work item was erased',
};
const nothingSubmitted: Conflict = {
  code: 'nothing_submitted',
  message:
    'customerId cannot be null: nothing that was submitted is stored for this work item, so no customer can be made from it. Send the customerId of an existing customer',
};

interface Locked {
  item: WorkItemRecord;
  customers: ReadonlyMap<string, CustomerRecord>;
  now: number;
}

async function planMove(
  trx: Database,
  request: PatchRequest,
  { customerId, item, customers, now }: Locked & { customerId: string },
  context: ActionContext,
): Promise<Planned> {
  const { brandId, patch } = request;
  const customer = customers.get(customerId);
  if (!isThere(customer)) {
    const keptId = (await findKeptIds(trx, [{ brandId, id: customerId }])).get(customerId);
    const reason = keptId
      ? `names a customer that was merged into ${keptId}: send that id`
      : 'names no customer of the brand';
    return { messages: [about('customerId', 'customer_unknown', reason)] };
  }
  if (customer.archivedAt !== null) {
    const message = `The customer ${customerId} is archived: unarchive it first`;
    return { conflict: { code: 'customer_archived', message } };
  }
  const remarked = await remarkedFor(trx, request, { customer, item, now }, context);
  return planPatch(trx, request, { ...remarked, ...patch, customerId }, item, now);
}

/** The notes and the contact details of the item, for the customer that it moves to. */
async function remarkedFor(
  trx: Database,
  { brandId, author, submitted }: PatchRequest,
  { customer, item, now }: Pick<Locked, 'item' | 'now'> & { customer: CustomerRecord },
  context: ActionContext,
): Promise<Pick<PlannedPatch, 'notes' | 'otherContact'>> {
  if (!submitted) return {};
  const [intake] = await intakesOf(trx, [{ brandId, author, ...submitted }], now, context);
  const { addressId } = customer;
  const [own] = addressId === null ? [] : await findAddresses(trx, brandId, [addressId]);
  const remarked = remarksAfterMove(item, {
    intake: intake!,
    address: intake!.location && newAddress(intake!, intake!.location),
    customer: { ...customer, address: own ?? null },
    known: await findKnownCustomers(trx, [{ brandId, lead: submitted.lead }]),
  });
  // Undo: a remark about what was filled in cannot be made again.
  const history = await findEventChanges(trx, { brandId, subjectIds: [item.id] });
  const changes = history.map((event): Changes => JSON.parse(event.changes!));
  const notes = notesBeforeMove(item, customer.id, changes);
  return notes === undefined ? remarked : { ...remarked, notes };
}

/** A retry, or a lead that already has its own customer, changes nothing. */
async function planNewCustomer(
  trx: Database,
  request: PatchRequest,
  { item, customers, now }: Locked,
  context: ActionContext,
): Promise<Planned> {
  const { brandId, author, patch, submitted } = request;
  if (!submitted) return { conflict: nothingSubmitted };
  const { addressId } = item;
  const [intake] = await intakesOf(trx, [{ brandId, author, ...submitted }], now, context);
  const sent = intake!.location && newAddress(intake!, intake!.location);
  const [known] = addressId === null ? [] : await findAddresses(trx, brandId, [addressId]);
  const address = sent && known && !isOtherPlace(known, sent) ? known : sent;
  const customer = newCustomer(intake!, address);
  const { customerId } = item;
  const isOwn =
    isAsSubmitted(customers.get(customerId)!, customer) &&
    !(await hasOtherWorkItems(trx, { brandId, customerId, id: item.id }));
  if (isOwn) return planPatch(trx, request, { ...patch, customerId }, item, now);
  const remarked = remarksAfterMove(item, {
    intake: intake!,
    address: sent,
    customer: { ...customer, address },
    known: [],
  });
  const changes = { ...remarked, ...patch, customerId: customer.id };
  const planned = await planPatch(trx, request, changes, item, now);
  if (!planned || !('item' in planned)) return planned;
  const created: NewEvent = {
    brandId,
    ...author,
    type: 'customer.created',
    subjectId: customer.id,
    changes: null,
    reason: null,
    createdAt: now,
  };
  const made = { customer, address: address === known ? null : (address as AddressRecord | null) };
  return { ...planned, events: [created, ...planned.events], made };
}
