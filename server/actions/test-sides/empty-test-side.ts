// Deletes old records of a test side in small steps, so that other writes run in between. Keys,
// webhooks, calendar links and channels stay.
import { testSideDays } from '#contract/limits.ts';
import { assetRemovalJob } from '#core/erasure/erasure-job.ts';
import { nilUuid, uuidBoundAt } from '#core/uuid-v7.ts';
import { findTestSide, findTestSides, setEmptyBefore } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import {
  deleteBatches,
  deleteImport,
  deleteImportedRows,
  findImports,
} from '#db/imports/imports.ts';
import { deleteDoubtfulLeads, deleteOldDistinctPairs } from '#db/intakes/doubts.ts';
import { deleteOldIntakes } from '#db/intakes/intakes.ts';
import { deleteMailMessages } from '#db/intakes/mail-messages.ts';
import { deleteJobsAbout, deleteJobsOfKinds, enqueueJobs } from '#db/jobs/jobs.ts';
import { deleteAnswersFor } from '#db/leads/idempotency.ts';
import { deleteLeadSubmissions } from '#db/leads/lead-submissions.ts';
import { deletePhotos } from '#db/photos/photos.ts';
import { deleteOldRequests } from '#db/requests/logged-requests.ts';
import {
  deleteOldEvents,
  deleteOldMerges,
  deleteUnusedAddresses,
  deleteUnusedCustomers,
  deleteWorkItems,
  findOldImport,
  findOldMergedCustomers,
  findOldRecords,
  findOldWorkItems,
  type OldRecords,
  type RecordKey,
} from '#db/test-sides/old-records.ts';
import { deleteOldDeliveries } from '#db/webhooks/old-deliveries.ts';
import { lockWorkItems } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { withLockedCustomers } from '../customers/lock-customers.ts';
import { lockOfImports } from '../imports/imports.ts';
import { deleteLeadBatchClaims } from '../leads/claim-batch.ts';

/** A test side, and the progress of deleting its old records. */
export interface Emptying {
  brandId: string;
  before: number;
  stage: number;
  /** The last customer or address that was looked at. */
  after: RecordKey;
}

const recordsAtOnce = 100;
const rowsAtOnce = 500;
// With their pictures.
const intakesAtOnce = 50;
const sidesAtOnce = 100;
const keptMs = testSideDays * 24 * 60 * 60 * 1000;
const importKinds = ['importLeads', 'undoImport'] as const;
const first = { stage: 0, after: { createdAt: 0, id: nilUuid } };

/** Marks everything on the test side for deletion. Returns null for a brand without a test side. */
export function beginEmptying(
  db: Database,
  { brandId: liveId }: { brandId: string },
  context: ActionContext,
): Promise<Emptying | null> {
  return db.transaction(async (trx) => {
    const side = await findTestSide(trx, liveId);
    if (!side) return null;
    // No import begins meanwhile, and those that run stop: their next leads would be too new.
    await trx.waitForLocks([lockOfImports(side.id)]);
    await deleteJobsOfKinds(trx, { brandId: side.id, kinds: importKinds });
    const [latest] = await findImports(trx, side.id, 1);
    // Read under the locks, so what the imports stored is older. The clock of another node may be
    // ahead, and an import without its job must go. Exclusive, so records of this millisecond go too.
    const before = Math.max(context.now(), latest?.createdAt ?? 0) + 1;
    await setEmptyBefore(trx, side.id, before);
    return { brandId: side.id, before, ...first };
  });
}

/** Returns marked test sides or, with `isForAge`, the next ones, whose records may be too old. */
export async function findTestSidesToEmpty(
  db: Database,
  { isForAge, afterId }: { isForAge: boolean; afterId: string | null },
  context: ActionContext,
): Promise<Emptying[]> {
  const range = { isMarked: !isForAge, afterId: afterId ?? nilUuid, most: sidesAtOnce };
  const sides = await findTestSides(db, range);
  const old = context.now() - keptMs;
  return sides.map(({ id, emptyBefore }) => ({
    brandId: id,
    before: isForAge ? old : (emptyBefore ?? old),
    ...first,
  }));
}

type Stage = (db: Database, emptying: Emptying, context: ActionContext) => Promise<Progress>;
/** Where the stage continues, or whether it may have more. */
type Progress = RecordKey | boolean;

// Each stage after those whose records refer to its own.
const stages: readonly Stage[] = [
  emptyImports,
  emptyWorkItems,
  inOneTransaction(deleteOldMerges),
  emptyMergedCustomers,
  emptyCustomers,
  emptyAddresses,
  inOneTransaction(deleteOldDeliveries),
  inOneTransaction(deleteOldEvents),
  inOneTransaction((trx, { brandId, before, most }) =>
    deleteOldRequests(trx, { brandId, beforeId: uuidBoundAt(before), most }),
  ),
  emptyIntakes,
  inOneTransaction(deleteOldDistinctPairs),
];

/** Deletes a bounded number of records. Returns where to continue; null when none is left. */
export async function continueEmptying(
  db: Database,
  emptying: Emptying,
  context: ActionContext,
): Promise<Emptying | null> {
  const { stage } = emptying;
  const progress = await stages[stage]!(db, emptying, context);
  if (typeof progress === 'object') return { ...emptying, after: progress };
  if (progress) return emptying;
  if (stage + 1 < stages.length) return { ...emptying, ...first, stage: stage + 1 };
  await unmark(db, emptying);
  return null;
}

/** Unless it was marked again meanwhile. */
function unmark(db: Database, { brandId, before }: Emptying): Promise<void> {
  return db.transaction((trx) => setEmptyBefore(trx, brandId, null, { ifAt: before }));
}

function inOneTransaction(deleteOld: (trx: Database, old: OldRecords) => Promise<number>): Stage {
  return async (db, { brandId, before }) => {
    const old = { brandId, before, most: rowsAtOnce };
    return (await db.transaction((trx) => deleteOld(trx, old))) >= rowsAtOnce;
  };
}

function emptyImports(db: Database, { brandId, before }: Emptying): Promise<boolean> {
  return db.transaction(async (trx) => {
    const old = await findOldImport(trx, { brandId, before });
    if (!old) return false;
    // An undo may have begun since the mark; an import that expires by its age may still run.
    for (const kind of importKinds) {
      await deleteJobsAbout(trx, { brandId, kind, subjects: [old.id] });
    }
    await deleteBatches(trx, old);
    const deleted = await deleteImportedRows(trx, old, rowsAtOnce);
    if (deleted < rowsAtOnce) await deleteImport(trx, old);
    return true;
  });
}

function emptyWorkItems(
  db: Database,
  { brandId, before }: Emptying,
  context: ActionContext,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const ids = await findOldWorkItems(trx, { brandId, before, most: recordsAtOnce });
    if (ids.length === 0) return false;
    // Same lock order as settlePhotos: the job, then the work item.
    await deleteJobsAbout(trx, { brandId, kind: 'fetchPhoto', subjects: ids });
    await lockWorkItems(trx, brandId, ids);
    const assetIds = await deletePhotos(trx, brandId, ids);
    if (assetIds.length > 0) {
      const now = context.now();
      const made = { brandId, id: context.newId(), now, dueAt: now };
      await enqueueJobs(trx, [assetRemovalJob(assetIds, made)]);
    }
    await deleteLeadSubmissions(trx, brandId, ids);
    await deleteDoubtfulLeads(trx, brandId, ids);
    await deleteMailMessages(trx, brandId, ids);
    await deleteLeadBatchClaims(trx, brandId, await deleteAnswersFor(trx, brandId, ids));
    await deleteWorkItems(trx, brandId, ids);
    return true;
  });
}

function emptyIntakes(db: Database, { brandId, before }: Emptying): Promise<boolean> {
  return db.transaction(async (trx) => {
    const old = { brandId, beforeId: uuidBoundAt(before), most: intakesAtOnce };
    return (await deleteOldIntakes(trx, old)) >= intakesAtOnce;
  });
}

/** They refer to the customers they were merged into. A chain of merges takes several calls. */
async function emptyMergedCustomers(db: Database, emptying: Emptying): Promise<boolean> {
  const ids = await findOldMergedCustomers(db, { ...emptying, most: recordsAtOnce });
  if (ids.length === 0) return false;
  await deleteCustomers(db, emptying.brandId, ids);
  return true;
}

async function emptyCustomers(db: Database, emptying: Emptying): Promise<Progress> {
  const old = await findOldRecords(db, 'customers', { ...emptying, most: recordsAtOnce });
  if (old.length === 0) return false;
  await deleteCustomers(
    db,
    emptying.brandId,
    old.map(({ id }) => id),
  );
  return old.at(-1)!;
}

function deleteCustomers(db: Database, brandId: string, ids: readonly string[]): Promise<void> {
  const lockFirst = (trx: Database) =>
    deleteJobsAbout(trx, { brandId, kind: 'eraseCustomer', subjects: ids });
  // No lead of the same people comes in meanwhile.
  return withLockedCustomers(db, { brandId, ids, lockFirst }, (trx) =>
    deleteUnusedCustomers(trx, brandId, ids),
  );
}

function emptyAddresses(db: Database, emptying: Emptying): Promise<Progress> {
  const { brandId } = emptying;
  return db.transaction(async (trx) => {
    const old = await findOldRecords(trx, 'addresses', { ...emptying, most: recordsAtOnce });
    const ids = old.map(({ id }) => id);
    await deleteUnusedAddresses(trx, brandId, ids);
    return old.at(-1) ?? false;
  });
}
