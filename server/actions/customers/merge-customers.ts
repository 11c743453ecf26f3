// Merges two records of one person, and undoes a merge.
import type { ErrorCode } from '#contract/error-codes.ts';
import { mergedCustomersMax, mergedWorkItemsMax, mergeUndoDays } from '#contract/limits.ts';
import type { Author } from '#core/author.ts';
import {
  customerChanges,
  changesSearchWords,
  nextVersion,
} from '#core/customers/change-customer.ts';
import { type Changes, type NewEvent, typeOfUpdate } from '#core/event.ts';
import { mergeCustomers as planMerge, unmergeCustomer } from '#core/customers/merge-customers.ts';
import { mergeUndoMs, presentCustomerMerge } from '#core/customers/present-customer-merge.ts';
import { presentCustomer } from '#core/present.ts';
import type { CustomerMergeRecord, CustomerRecord } from '#core/records.ts';
import {
  type CustomerMergePageRequest,
  findCustomerMerge,
  findCustomerMergePage,
  insertCustomerMerge,
  type MovedItem,
  moveWorkItems,
  moveWorkItemsBack,
  setMergeUndone,
} from '#db/customers/customer-merges.ts';
import { findCustomers, updateCustomer } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findFamilyIds } from '#db/customers/merged-customers.ts';
import { lockItemsOfCustomer } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { isThere, type MissingCustomer, missingCustomer } from './get-customer.ts';
import { withLockedCustomers } from './lock-customers.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';
import { refreshSearch } from './refresh-search.ts';

interface MergeRequest {
  brandId: string;
  keptId: string;
  author: Author;
}

export type MergeOutcome =
  | { outcome: 'done'; version: number; body: string }
  | MissingCustomer
  | { outcome: 'no_merge' }
  | { outcome: 'outdated' }
  | { outcome: 'conflict'; code: ErrorCode; message: string };

/** Merges the other customer into the kept one. */
export function mergeCustomers(
  db: Database,
  request: MergeRequest & { otherId: string; versions: number[] | null },
  context: ActionContext,
): Promise<MergeOutcome> {
  const { brandId, keptId, otherId, author, versions } = request;
  const ids = [keptId, otherId];
  return withLockedCustomers(db, { brandId, ids }, async (trx, locked): Promise<MergeOutcome> => {
    const [kept, other] = ids.map((id) => locked.get(id));
    if (!isThere(kept)) return missingCustomer(trx, { brandId, id: keptId });
    if (versions && !versions.includes(kept.version)) return { outcome: 'outdated' };
    if (keptId === otherId)
      return conflict('merge_with_itself', 'A customer cannot be merged with itself');
    if (!isThere(other)) return refuseMissing(await missingCustomer(trx, { brandId, id: otherId }));
    const archived = [kept, other].find(({ archivedAt }) => archivedAt !== null);
    if (archived)
      return conflict(
        'merge_archived',
        `The customer ${archived.id} is archived: unarchive it first`,
      );
    const families = [
      ...(await findFamilyIds(trx, brandId, keptId)),
      ...(await findFamilyIds(trx, brandId, otherId)),
    ];
    if (families.length > mergedCustomersMax + 1) {
      return conflict(
        'merge_too_many_customers',
        `No more than ${mergedCustomersMax} customers can be merged into one`,
      );
    }

    const most = mergedWorkItemsMax + 1;
    const items = await lockItemsOfCustomer(trx, { brandId, customerId: otherId }, most);
    if (items.length === most) {
      return conflict(
        'merge_too_many_work_items',
        `The customer ${otherId} has more than ${mergedWorkItemsMax} work items: merge the other way round`,
      );
    }
    const now = context.now();
    const planned = planMerge(kept, other);
    const after = nextVersion(kept, planned.kept, { author, now });
    const merge: CustomerMergeRecord = {
      brandId,
      id: context.newId(),
      keptId,
      mergedId: otherId,
      changes: JSON.stringify(planned.changes),
      createdAt: now,
      undoneAt: null,
    };
    const gone = nextVersion(
      other,
      { ...other, deletedAt: now, mergedInto: keptId },
      { author, now },
    );
    await updateCustomer(trx, gone);
    await updateCustomer(trx, after);
    await insertCustomerMerge(trx, merge);
    await moveWorkItems(trx, merge, items, now);
    await refreshSearch(trx, 'customer', [after]);
    const changes = {
      ...customerChanges(kept, planned.kept),
      mergedCustomerId: { before: null, after: otherId },
      mergeId: { before: null, after: merge.id },
    };
    const move = { from: otherId, to: keptId, items };
    const facts = { ...request, now, changes, other: { before: other, after: gone }, move };
    await recordMergeEvents(trx, 'customer.merged', facts, context);
    return done(after, { mergeId: merge.id });
  });
}

/** Restores the merged customer; work items from after the merge stay with the kept one. */
export async function undoCustomerMerge(
  db: Database,
  request: MergeRequest & { mergeId: string },
  context: ActionContext,
): Promise<MergeOutcome> {
  const { brandId, keptId, mergeId, author } = request;
  const found = await findCustomerMerge(db, { brandId, id: mergeId });
  const ids = found?.keptId === keptId ? [keptId, found.mergedId] : [keptId];
  return withLockedCustomers(db, { brandId, ids }, async (trx, locked): Promise<MergeOutcome> => {
    const now = context.now();
    const merge = await findCustomerMerge(trx, { brandId, id: mergeId });
    const kept = locked.get(keptId);
    const isOwn = merge?.keptId === keptId;
    if (isOwn && kept && kept.mergedInto !== null) {
      return conflict(
        'merge_not_latest',
        `The customer was itself merged into ${kept.mergedInto}: undo that first`,
      );
    }
    if (!isThere(kept)) return missingCustomer(trx, { brandId, id: keptId });
    if (!isOwn) return { outcome: 'no_merge' };
    if (merge.undoneAt !== null)
      return conflict('merge_undone', 'This merge has been undone already');
    if (merge.createdAt < now - mergeUndoMs) {
      return conflict(
        'merge_too_old',
        `A merge can be undone for ${mergeUndoDays} days, and this one is older`,
      );
    }
    const other = locked.get(merge.mergedId);
    if (other?.mergedInto !== keptId)
      return conflict('merged_customer_gone', 'The other customer is not there any more');

    const restored = unmergeCustomer(kept, JSON.parse(merge.changes));
    const after = nextVersion(kept, restored, { author, now });
    const back = nextVersion(
      other,
      { ...other, deletedAt: null, mergedInto: null },
      { author, now },
    );
    await updateCustomer(trx, after);
    await updateCustomer(trx, back);
    const items = await moveWorkItemsBack(trx, merge, now);
    await setMergeUndone(trx, merge, now);
    await refreshSearch(trx, 'customer', changesSearchWords(kept, after) ? [back, after] : [back]);
    const changes = {
      ...customerChanges(kept, restored),
      mergedCustomerId: { before: back.id, after: null },
      mergeId: { before: merge.id, after: null },
    };
    const move = { from: keptId, to: back.id, items };
    const facts = { ...request, now, changes, other: { before: other, after: back }, move };
    await recordMergeEvents(trx, 'customer.unmerged', facts, context);
    return done(after, {});
  });
}

/** The merges into a customer, the latest first. */
export async function listCustomerMerges(
  db: Database,
  request: CustomerMergePageRequest,
): Promise<ListPage | MissingCustomer> {
  const { brandId, keptId, limit } = request;
  const [customer] = await findCustomers(db, brandId, [keptId]);
  if (!isThere(customer)) return missingCustomer(db, { brandId, id: keptId });
  const found = await findCustomerMergePage(db, request);
  const { rows, next } = pageOf(
    found.map((merge) => ({ ...merge, sortValue: merge.createdAt })),
    limit,
  );
  const json = rows.map((merge) => Buffer.from(JSON.stringify(presentCustomerMerge(merge))));
  return { body: listBody(json, limit), next };
}

function refuseMissing(missing: MissingCustomer): MergeOutcome {
  if (missing.mergedInto === null) return missing;
  return conflict(
    'merged_already',
    `The customer ${missing.id} was merged into ${missing.mergedInto} already`,
  );
}

function conflict(code: ErrorCode, message: string): MergeOutcome {
  return { outcome: 'conflict', code, message };
}

function done(customer: CustomerRecord, more: object): MergeOutcome {
  const body = JSON.stringify({ ...presentCustomer(customer), ...more });
  return { outcome: 'done', version: customer.version, body };
}

interface MergeFacts extends MergeRequest {
  now: number;
  /** Changes of the kept customer. */
  changes: Changes;
  other: { before: CustomerRecord; after: CustomerRecord };
  move: { from: string; to: string; items: readonly MovedItem[] };
}

/** Records an event for the kept customer, the other one, and each work item that moved. */
function recordMergeEvents(
  trx: Database,
  type: 'customer.merged' | 'customer.unmerged',
  { brandId, keptId, author, now, changes, other, move }: MergeFacts,
  context: ActionContext,
): Promise<void> {
  const common = { brandId, ...author, reason: null, createdAt: now };
  const customerId = { before: move.from, after: move.to };
  const events: NewEvent[] = [
    { ...common, type, subjectId: keptId, changes },
    {
      ...common,
      type: 'customer.updated',
      subjectId: other.after.id,
      changes: { deletedAt: customerChanges(other.before, other.after)['deletedAt']! },
    },
    ...move.items.map((item): NewEvent => ({
      ...common,
      type: typeOfUpdate(item),
      subjectId: item.id,
      changes: { customerId },
    })),
  ];
  return recordEvents(trx, events, context);
}
