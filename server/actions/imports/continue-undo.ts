// Takes back what an import has made, in pieces: leads that nobody has changed since, then customers who have
// nothing else.
import { authorOfUndo } from '#core/imports/import-job.ts';
import type { ClaimedJob } from '#core/job.ts';
import type { ImportRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import { toldByOthers } from '#db/events.ts';
import {
  findRowsOfNewCustomers,
  findRowsToUndo,
  holdImport,
  markUndone,
  updateImport,
} from '#db/imports.ts';
import { dropJob, holdJob } from '#db/jobs.ts';
import { hasWorkItems } from '#db/work-items.ts';
import { archiveCustomer } from '../customers/change-customer.ts';
import { removeWorkItem } from '../work-items/change-work-item.ts';
import type { ActionContext } from '../context.ts';
import { isThere } from '../customers/get-customer.ts';
import { whileCustomersAreHeld } from '../customers/hold-customers.ts';

type UndoJob = Pick<ClaimedJob, 'brandId' | 'id' | 'claims' | 'subject' | 'payload'>;

interface UndoStep {
  job: UndoJob;
  /** The row whose customer was looked at last; null while there are leads left. */
  afterRow: number | null;
}

const leadsAtOnce = 50;
const customersAtOnce = 20;
// Of a lead as it was made.
const firstVersion = 1;

/** Where to go on; null when all is done. */
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
    const held = await holdUndo(trx, job);
    if (!held) return null;
    const rows = await findRowsToUndo(trx, { ...held, most: leadsAtOnce });
    const author = authorOfUndo(job.payload);
    let kept = 0;
    for (const { rowNumber, workItemId } of rows) {
      const { outcome } = await removeWorkItem(
        trx,
        {
          brandId: held.brandId,
          id: workItemId!,
          author,
          phases: ['lead', 'job'],
          versions: [firstVersion],
        },
        context,
      );
      const isKept = outcome === 'outdated';
      if (isKept) kept++;
      await markUndone(trx, held, rowNumber, isKept ? 'kept' : 'removed');
    }
    const removed = held.removed + rows.length - kept;
    await updateImport(trx, { ...held, removed, kept: held.kept + kept });
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
    const held = await holdUndo(trx, job);
    if (held) await updateImport(trx, { ...held, status: 'undone' });
    await dropJob(trx, job);
    return null;
  });
}

/** No lead of the same people can come in meanwhile. */
function archiveThoseLeft(
  db: Database,
  job: UndoJob,
  ids: readonly string[],
  context: ActionContext,
): Promise<void> {
  const { brandId } = job;
  const author = authorOfUndo(job.payload);
  return whileCustomersAreHeld(db, { brandId, ids }, async (trx, held) => {
    const undo = await holdUndo(trx, job);
    if (!undo) return;
    const { requestId } = undo;
    const changed = await toldByOthers(trx, { brandId, subjectIds: ids, requestId });
    let archived = 0;
    for (const id of ids) {
      const customer = held.get(id);
      if (!isThere(customer) || customer.archivedAt !== null) continue;
      // Somebody has changed the customer, maybe while the import went on.
      if (changed.has(id)) continue;
      if (await hasWorkItems(trx, { brandId, customerId: id })) continue;
      const wanted = { brandId, id, author, versions: null, isArchived: true };
      await archiveCustomer(trx, wanted, context);
      archived++;
    }
    const archivedCustomers = undo.archivedCustomers + archived;
    await updateImport(trx, { ...undo, archivedCustomers });
  });
}

/** Undefined when another worker has the job. */
async function holdUndo(trx: Database, job: UndoJob): Promise<ImportRecord | undefined> {
  if (!(await holdJob(trx, job))) return undefined;
  return holdImport(trx, { brandId: job.brandId, id: job.subject });
}
