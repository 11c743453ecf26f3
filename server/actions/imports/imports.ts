// Imports of files: starting, undoing, listing and purging them. A job does the work itself.
import { importKeptDays, unfinishedImportsMax } from '#contract/limits.ts';
import type { ImportMakes } from '#contract/new-import.ts';
import type { Author } from '#core/author.ts';
import { importJob, undoImportJob } from '#core/imports/import-job.ts';
import { presentImport, presentWholeImport } from '#core/imports/present-import.ts';
import type { Database } from '#db/database.ts';
import {
  countUnfinishedImports,
  deleteBatches,
  deleteImport,
  deleteImportedRows,
  findImport,
  findImports,
  findKeptRows,
  findRefusedRows,
  findSameImport,
  lockEndedImport,
  lockImport,
  insertImport,
  updateImport,
} from '#db/imports/imports.ts';
import { deleteRefusedOfVisit } from '#db/intakes/intakes.ts';
import { enqueueJobs } from '#db/jobs/jobs.ts';
import type { ActionContext } from '../context.ts';

interface ImportKey {
  brandId: string;
  id: string;
}

interface NewImport {
  brandId: string;
  fileName: string;
  makes: ImportMakes;
  /** Detects a file that was sent twice. */
  contentHash: string;
  author: Author & { actorId: string; requestId: string };
  rows: number;
  /** Batches of entries, each as JSON. */
  batches: string[];
}

const importsShown = 50;
const rowsShown = 200;
// A double click or a browser retry must not start a second import.
const sameFileMinutes = 10;
const sameFileMs = sameFileMinutes * 60 * 1000;

type ImportBegin = { outcome: 'begun' | 'same_file'; id: string } | { outcome: 'too_many' };

/** Returns `same_file` with the earlier import, unless that was undone. */
export function beginImport(
  db: Database,
  { brandId, fileName, makes, contentHash, author, rows, batches }: NewImport,
  context: ActionContext,
): Promise<ImportBegin> {
  return db.transaction(async (trx) => {
    await trx.waitForLocks([lockOfImports(brandId)]);
    const now = context.now();
    const same = await findSameImport(trx, { brandId, contentHash, since: now - sameFileMs });
    if (same) return { outcome: 'same_file', id: same.id };
    const unfinished = await countUnfinishedImports(trx, brandId, unfinishedImportsMax);
    if (unfinished >= unfinishedImportsMax) return { outcome: 'too_many' };
    const id = context.newId();
    const none = { done: 0, created: 0, refused: 0, removed: 0, kept: 0, archivedCustomers: 0 };
    await insertImport(
      trx,
      {
        brandId,
        id,
        fileName,
        makes,
        contentHash,
        status: 'running',
        rows,
        ...none,
        requestId: author.requestId,
        createdBy: author.actorId,
        createdAt: now,
        endedAt: null,
      },
      batches.map((entries, number) => ({ brandId, importId: id, number, entries })),
    );
    await enqueueJobs(trx, [importJob({ brandId, id: context.newId(), importId: id, now })]);
    return { outcome: 'begun', id };
  });
}

/** While a transaction has it, no import of the brand begins. */
export function lockOfImports(brandId: string): string {
  return `imports ${brandId}`;
}

export async function listImports(
  db: Database,
  { brandId }: { brandId: string },
): Promise<object[]> {
  return (await findImports(db, brandId, importsShown)).map(presentImport);
}

export async function getImport(db: Database, key: ImportKey): Promise<object | null> {
  const found = await findImport(db, key);
  if (!found) return null;
  const refused = await findRefusedRows(db, { ...key, most: rowsShown });
  const kept = found.kept === 0 ? [] : await findKeptRows(db, { ...key, most: rowsShown });
  return presentWholeImport(found, { refused, kept });
}

/** Stops an import that is still running, and undoes what it created. */
export function undoImport(
  db: Database,
  { author, ...key }: ImportKey & { author: Author },
  context: ActionContext,
): Promise<'begun' | 'missing' | 'undone_already'> {
  return db.transaction(async (trx) => {
    const locked = await lockImport(trx, key);
    const now = context.now();
    // The sweep may have deleted some rows of an old import.
    if (!locked || (locked.endedAt !== null && locked.endedAt < now - keptMs)) return 'missing';
    if (locked.status === 'undoing' || locked.status === 'undone') return 'undone_already';
    await updateImport(trx, { ...locked, status: 'undoing', endedAt: locked.endedAt ?? now });
    await deleteBatches(trx, key);
    // Rows that were corrected and accepted are leads, and stay.
    await deleteRefusedOfVisit(trx, { brandId: key.brandId, visit: key.id, fileCount: 0 });
    const job = { brandId: key.brandId, id: context.newId(), importId: key.id, now };
    await enqueueJobs(trx, [undoImportJob(job, author)]);
    return 'begun';
  });
}

const keptMs = importKeptDays * 24 * 60 * 60 * 1000;
const rowsSweptAtOnce = 1_000;

/** Deletes expired imports, a bounded number of rows per call. Returns whether there may be more. */
export function sweepImports(db: Database, _input: null, context: ActionContext): Promise<boolean> {
  return db.transaction(async (trx) => {
    const old = await lockEndedImport(trx, context.now() - keptMs);
    if (!old) return false;
    const removed = await deleteImportedRows(trx, old, rowsSweptAtOnce);
    if (removed < rowsSweptAtOnce) await deleteImport(trx, old);
    return true;
  });
}
