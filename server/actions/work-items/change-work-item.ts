// Changes one work item: patch, delete, restore.
import type { Phase } from '#contract/work-item-lists.ts';
import type { Author } from '#core/author.ts';
import {
  changeWorkItem,
  deleteWorkItem,
  type ReadWorkItemPatch,
  restoreWorkItem,
  type WorkItemChange,
} from '#core/work-items/change-work-item.ts';
import { presentWorkItem } from '#core/present.ts';
import type { WorkItemRecord } from '#core/records.ts';
import { wordsOfWorkItem } from '#core/search/search-words.ts';
import { findCustomers, lockCustomers } from '#db/customers/customers.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findPhotos } from '#db/photos/photos.ts';
import { findWorkItems, lockWorkItem, updateWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { wrongAddress } from '../wrong-address.ts';

interface WorkItemRequest {
  brandId: string;
  id: string;
  author: Author;
  /** Phases whose items the caller may change. */
  phases: readonly Phase[];
  /** The item must have one of these versions; null for any. */
  versions: number[] | null;
}

export type WorkItemOutcome =
  | { outcome: 'changed'; phase: Phase; version: number; body: string }
  | { outcome: 'missing' }
  | { outcome: 'forbidden'; phase: Phase }
  | { outcome: 'outdated' }
  | { outcome: 'invalid'; messages: string[] }
  | { outcome: 'conflict'; message: string };

export function patchWorkItem(
  db: Database,
  { patch, ...request }: WorkItemRequest & { patch: ReadWorkItemPatch },
  context: ActionContext,
): Promise<WorkItemOutcome> {
  // The search entry contains the customer's words, so the customer is locked too.
  const changesWords = patch.title !== undefined || patch.description !== undefined;
  return change(db, { ...request, changesWords }, context, async (trx, item, now) => {
    if (item.deletedAt !== null) return null;
    const { brandId, author } = request;
    const planned = changeWorkItem(item, patch, { author, now });
    const isOtherPlace = 'item' in planned && planned.item.addressId !== item.addressId;
    if (!isOtherPlace) return planned;
    const messages = await wrongAddress(trx, brandId, patch.addressId);
    return messages.length > 0 ? { messages } : planned;
  });
}

export function removeWorkItem(
  db: Database,
  request: WorkItemRequest,
  context: ActionContext,
): Promise<WorkItemOutcome> {
  return change(db, request, context, async (_trx, item, now) =>
    item.deletedAt === null ? deleteWorkItem(item, { author: request.author, now }) : null,
  );
}

export function bringBackWorkItem(
  db: Database,
  request: WorkItemRequest,
  context: ActionContext,
): Promise<WorkItemOutcome> {
  return change(db, request, context, async (_trx, item, now) =>
    restoreWorkItem(item, { author: request.author, now }),
  );
}

function change(
  db: Database,
  {
    brandId,
    id,
    phases,
    versions,
    changesWords = false,
  }: WorkItemRequest & { changesWords?: boolean },
  context: ActionContext,
  plan: (trx: Database, item: WorkItemRecord, now: number) => Promise<WorkItemChange | null>,
): Promise<WorkItemOutcome> {
  return db.transaction(async (trx): Promise<WorkItemOutcome> => {
    const item = changesWords
      ? await lockWithCustomer(trx, { brandId, id })
      : await lockWorkItem(trx, { brandId, id });
    if (!item) return { outcome: 'missing' };
    const planned = await plan(trx, item, context.now());
    if (!planned) return { outcome: 'missing' };
    if (!phases.includes(item.phase)) return { outcome: 'forbidden', phase: item.phase };
    if (versions && !versions.includes(item.version)) return { outcome: 'outdated' };
    if ('messages' in planned) return { outcome: 'invalid', messages: planned.messages };
    if ('conflict' in planned) return { outcome: 'conflict', message: planned.conflict };
    if (planned.events.length > 0) {
      await updateWorkItem(trx, planned.item);
      await refreshWords(trx, item, planned.item);
      await recordEvents(trx, planned.events, context);
    }
    return shown(trx, planned.item);
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
  const item = await lockWorkItem(trx, { brandId, id });
  // A merge moved the item to another customer between the read and the lock.
  if (item && item.customerId !== seen.customerId) {
    throw new DatabaseUnavailable('the customer of the work item changed during the request');
  }
  return item;
}

async function refreshWords(
  trx: Database,
  before: WorkItemRecord,
  after: WorkItemRecord,
): Promise<void> {
  const isSame = before.title === after.title && before.description === after.description;
  if (isSame) return;
  const { brandId, id, customerId } = after;
  const [customer] = await findCustomers(trx, brandId, [customerId]);
  await trx.workItemSearch.replace([{ brandId, id, words: wordsOfWorkItem(after, customer!) }]);
}

async function shown(trx: Database, item: WorkItemRecord): Promise<WorkItemOutcome> {
  const { brandId, id, phase, version, photoCount } = item;
  const photos = photoCount === null ? [] : await findPhotos(trx, brandId, [id]);
  return {
    outcome: 'changed',
    phase,
    version,
    body: JSON.stringify(presentWorkItem(item, photos)),
  };
}
