// Changes one work item: delete, restore, and what these share with a patch.
import type { Phase } from '#contract/work-item-lists.ts';
import type { Author } from '#core/author.ts';
import {
  type Conflict,
  deleteWorkItem,
  restoreWorkItem,
  type WorkItemChange,
} from '#core/work-items/change-work-item.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import { presentWorkItem } from '#core/present.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { findFamilyIds } from '#db/customers/merged-customers.ts';
import type { Database } from '#db/database.ts';
import { noteCreationTime } from '#db/lists/creation-order.ts';
import { lockSearchRefreshes } from '#db/lists/search-refreshes.ts';
import { findPhotos } from '#db/photos/photos.ts';
import { putFormerWorkItem } from '#db/work-items/former-work-items.ts';
import { lockWorkItem, updateWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { mailAppointment } from '../notifications/customer-mails.ts';
import { replanFollowUp } from './follow-ups.ts';
import { indexWorkItems } from './index-work-items.ts';
import { writeIntake } from '../leads/write-intake.ts';

export interface WorkItemRequest {
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
  | { outcome: 'invalid'; messages: FieldMessage[] }
  | ({ outcome: 'conflict' } & Conflict);

/** Fields whose words are in the item's search entry. */
export const searchedFields = ['title', 'description', 'addressId', 'customerId'] as const;

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
  request: WorkItemRequest,
  context: ActionContext,
  plan: PlanChange,
): Promise<WorkItemOutcome> {
  const { brandId, id } = request;
  return db.transaction(async (trx) =>
    changeLocked(trx, await lockWorkItem(trx, { brandId, id }), { ...request, plan }, context),
  );
}

/** Null for an item that is not there. */
export type PlanChange = (
  trx: Database,
  item: WorkItemRecord,
  now: number,
) => Promise<(WorkItemChange & { made?: NewCustomer }) | null>;

interface NewCustomer {
  customer: CustomerRecord;
  address: AddressRecord | null;
}

/** Changes an item that the transaction has locked. */
export async function changeLocked(
  trx: Database,
  item: WorkItemRecord | undefined,
  { phases, versions, plan }: Pick<WorkItemRequest, 'phases' | 'versions'> & { plan: PlanChange },
  context: ActionContext,
): Promise<WorkItemOutcome> {
  if (!item) return { outcome: 'missing' };
  const now = context.now();
  const planned = await plan(trx, item, now);
  if (!planned) return { outcome: 'missing' };
  if (!phases.includes(item.phase)) return { outcome: 'forbidden', phase: item.phase };
  if (versions && !versions.includes(item.version)) return { outcome: 'outdated' };
  if ('messages' in planned) return { outcome: 'invalid', messages: planned.messages };
  if ('conflict' in planned) return { outcome: 'conflict', ...planned.conflict };
  if (planned.events.length > 0) {
    if (planned.made) await writeCustomer(trx, planned.made, now);
    await updateWorkItem(trx, planned.item);
    await rememberFormerCustomer(trx, item, planned.item);
    await refreshWords(trx, item, planned.item);
    await replanFollowUp(trx, item, planned.item, context);
    await recordEvents(trx, planned.events, context);
    await mailAppointment(trx, { before: item, after: planned.item }, context);
  }
  return shown(trx, planned.item);
}

async function writeCustomer(
  trx: Database,
  { customer, address }: NewCustomer,
  now: number,
): Promise<void> {
  await noteCreationTime(trx, now);
  const addresses = address ? [address] : [];
  await writeIntake(trx, { addresses, customers: [customer], fillIns: [], leads: [] });
}

async function rememberFormerCustomer(
  trx: Database,
  { brandId, id, customerId }: WorkItemRecord,
  after: WorkItemRecord,
): Promise<void> {
  if (after.customerId === customerId) return;
  // With those merged into it: after an undo of the merge they are erased separately.
  const customerIds = await findFamilyIds(trx, brandId, customerId);
  await putFormerWorkItem(trx, { brandId, customerIds, workItemId: id });
}

async function refreshWords(
  trx: Database,
  before: WorkItemRecord,
  after: WorkItemRecord,
): Promise<void> {
  if (searchedFields.every((field) => before[field] === after[field])) return;
  const { brandId, customerId } = after;
  // A refresh in progress could write the words of before.
  const owners = [...new Set([before.customerId, customerId])].sort();
  await lockSearchRefreshes(
    trx,
    owners.map((subjectId) => ({ brandId, subjectId })),
  );
  await indexWorkItems(trx, [after]);
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
