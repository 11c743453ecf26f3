// Undoes an import in chunks: deletes leads that nobody changed since, then archives customers who
// have no other work items.
import { changeCustomer } from '#core/customers/change-customer.ts';
import { authorOfUndo } from '#core/imports/import-job.ts';
import type { ClaimedJob } from '#core/job.ts';
import type { ImportRecord } from '#core/records.ts';
import { deleteWorkItem } from '#core/work-items/change-work-item.ts';
import { updateArchived } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { changedByOthers } from '#db/events/events.ts';
import {
  findRowsOfNewCustomers,
  findRowsToUndo,
  lockImport,
  markUndone,
  updateImport,
} from '#db/imports/imports.ts';
import { dropJob, lockJob } from '#db/jobs/jobs.ts';
import {
  customersWithWorkItems,
  lockWorkItems,
  softDeleteWorkItems,
} from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { isThere } from '../customers/get-customer.ts';
import { withLockedCustomers } from '../customers/lock-customers.ts';

type UndoJob = Pick<ClaimedJob, 'brandId' | 'id' | 'claims' | 'subject' | 'payload'>;

interface UndoStep {
  job: UndoJob;
  /** The row of the last customer checked; null while leads are left. */
  afterRow: number | null;
}

const leadsAtOnce = 100;
const customersAtOnce = 100;
// The version of an unchanged lead.
const firstVersion = 1;

/** Returns where to continue; null when the undo is complete. */
export async function continueUndo(
  db: Database,
  { job, afterRow }: UndoStep,
  context: ActionContext,
): Promise<Pick<UndoStep, 'afterRow'> | null> {
  return afterRow === null
    ? removeLeads(db, job, context)
    : archiveCustomers(db, job, afterRow, context);
}

function removeLeads(
  db: Database,
  job: UndoJob,
  context: ActionContext,
): Promise<Pick<UndoStep, 'afterRow'> | null> {
  return db.transaction(async (trx) => {
    const locked = await lockUndo(trx, job);
    if (!locked) return null;
    const { brandId } = locked;
    const by = { author: authorOfUndo(job.payload), now: context.now() };
    const rows = await findRowsToUndo(trx, { ...locked, most: leadsAtOnce });
    const ids = rows.map(({ workItemId }) => workItemId!);
    const items = await lockWorkItems(trx, brandId, ids);
    const left = items.filter(({ deletedAt }) => deletedAt === null);
    const unchanged = left.filter(({ version }) => version === firstVersion);
    const binned = unchanged.map((item) => deleteWorkItem(item, by));
    await softDeleteWorkItems(
      trx,
      binned.map(({ item }) => item),
    );
    const events = binned.flatMap((one) => one.events);
    await recordEvents(trx, events, context);

    const keptIds = new Set(left.filter((item) => !unchanged.includes(item)).map(({ id }) => id));
    const kept = rows.filter(({ workItemId }) => keptIds.has(workItemId!));
    const removed = rows.filter((row) => !kept.includes(row));
    await markUndone(trx, locked, kept, 'kept');
    await markUndone(trx, locked, removed, 'removed');
    const counts = { removed: locked.removed + removed.length, kept: locked.kept + kept.length };
    await updateImport(trx, { ...locked, ...counts });
    return { afterRow: rows.length < leadsAtOnce ? 0 : null };
  });
}

async function archiveCustomers(
  db: Database,
  job: UndoJob,
  afterRow: number,
  context: ActionContext,
): Promise<Pick<UndoStep, 'afterRow'> | null> {
  const key = { brandId: job.brandId, id: job.subject };
  const asked = { ...key, after: afterRow, most: customersAtOnce };
  const rows = await findRowsOfNewCustomers(db, asked);
  const ids = rows.map(({ customerId }) => customerId!);
  if (ids.length > 0) await archiveThoseLeft(db, job, ids, context);
  if (rows.length === customersAtOnce) return { afterRow: rows.at(-1)!.rowNumber };
  return db.transaction(async (trx) => {
    const locked = await lockUndo(trx, job);
    if (locked) await updateImport(trx, { ...locked, status: 'undone', endedAt: context.now() });
    await dropJob(trx, job);
    return null;
  });
}

/** Locks the customers, so that no lead of the same people comes in meanwhile. */
function archiveThoseLeft(
  db: Database,
  job: UndoJob,
  ids: readonly string[],
  context: ActionContext,
): Promise<void> {
  const { brandId } = job;
  const author = authorOfUndo(job.payload);
  return withLockedCustomers(db, { brandId, ids }, async (trx, locked) => {
    const undo = await lockUndo(trx, job);
    if (!undo) return;
    const { requestId } = undo;
    const now = context.now();
    // Customers changed by anything but this import, maybe while it ran.
    const changed = await changedByOthers(trx, { brandId, subjectIds: ids, requestId });
    const busy = await customersWithWorkItems(trx, brandId, ids);
    const archived = [...locked.values()]
      .filter((customer) => isThere(customer) && customer.archivedAt === null)
      .filter(({ id }) => !changed.has(id) && !busy.has(id))
      .map((customer) => changeCustomer(customer, { archivedAt: now }, { author, now })!);
    await updateArchived(
      trx,
      archived.map(({ customer }) => customer),
    );
    const common = { brandId, ...author, type: 'customer.updated' as const, reason: null };
    const events = archived.map(({ customer, changes }) => ({
      ...common,
      subjectId: customer.id,
      changes,
      createdAt: now,
    }));
    await recordEvents(trx, events, context);
    const archivedCustomers = undo.archivedCustomers + archived.length;
    await updateImport(trx, { ...undo, archivedCustomers });
  });
}

/** Returns undefined when another worker has the job. */
async function lockUndo(trx: Database, job: UndoJob): Promise<ImportRecord | undefined> {
  if (!(await lockJob(trx, job))) return undefined;
  return lockImport(trx, { brandId: job.brandId, id: job.subject });
}
