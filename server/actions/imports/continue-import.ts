// The next rows of an import. Their leads, what became of each row and how far the import is are one
// transaction: whatever happens in between, no row is done twice.
import type { ImportEntry } from '#core/imports/import-rows.ts';
import type { JobClaim } from '#core/job.ts';
import type { ImportedRecord, ImportRecord } from '#core/records.ts';
import { findBrand } from '#db/accounts/brands.ts';
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import {
  findNextBatch,
  lockImport,
  insertImportedRows,
  replaceBatch,
  updateImport,
} from '#db/imports/imports.ts';
import { dropJob, lockJob } from '#db/jobs/jobs.ts';
import type { ActionContext } from '../context.ts';
import { createInTransaction, type LeadRequest } from '../leads/create-leads.ts';

interface ImportStep {
  job: JobClaim & { subject: string };
  /** When some row stands in the way of those around it. */
  isOneByOne: boolean;
}

const notStored = ['This row could not be stored'];

/** Rows of the file. */
export interface ImportProgress {
  done: number;
  rows: number;
}

/** `stuck` when the rows cannot be made together. */
export async function continueImport(
  db: Database,
  { job, isOneByOne }: ImportStep,
  context: ActionContext,
): Promise<ImportProgress | 'done' | 'stuck'> {
  const take = (refusal: string[] | null) =>
    db.transaction((trx) => takeStep(trx, { job, isOneByOne, refusal }, context));
  try {
    return await take(null);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return isOneByOne ? take(notStored) : 'stuck';
  }
}

async function takeStep(
  trx: Database,
  { job, isOneByOne, refusal }: ImportStep & { refusal: string[] | null },
  context: ActionContext,
): Promise<ImportProgress | 'done'> {
  if (!(await lockJob(trx, job))) return 'done';
  const held = await lockImport(trx, { brandId: job.brandId, id: job.subject });
  const batch = held?.status === 'running' ? await findNextBatch(trx, held) : undefined;
  if (!held || !batch) {
    if (held?.status === 'running') {
      await updateImport(trx, { ...held, status: 'done', endedAt: context.now() });
    }
    await dropJob(trx, job);
    return 'done';
  }
  const entries = JSON.parse(batch.entries) as ImportEntry[];
  const taken = isOneByOne ? entries.slice(0, 1) : entries;
  const rows = refusal
    ? taken.map(({ row }) => refusedRow(held, row, refusal))
    : await importEntries(trx, held, taken, context);
  await insertImportedRows(trx, rows);
  const created = rows.filter(({ workItemId }) => workItemId !== null).length;
  await updateImport(trx, {
    ...held,
    done: held.done + rows.length,
    created: held.created + created,
    refused: held.refused + rows.length - created,
  });
  const rest = entries.slice(taken.length);
  const key = { brandId: held.brandId, importId: held.id, number: batch.number };
  await replaceBatch(trx, rest.length > 0 ? { ...key, entries: JSON.stringify(rest) } : key);
  return { done: held.done + rows.length, rows: held.rows };
}

async function importEntries(
  trx: Database,
  held: ImportRecord,
  entries: readonly ImportEntry[],
  context: ActionContext,
): Promise<ImportedRecord[]> {
  const { brandId, createdBy, requestId } = held;
  const brand = await findBrand(trx, brandId);
  const author = { actor: 'member' as const, actorId: createdBy, requestId };
  const requests = entries.flatMap((entry): LeadRequest[] =>
    'lead' in entry
      ? [
          {
            brandId,
            brandCountry: brand!.country,
            author,
            lead: entry.lead,
            rawBody: entry.raw,
            idempotency: null,
          },
        ]
      : [],
  );
  const made = (await createInTransaction(trx, requests, context, 'wait')).values();
  return entries.map((entry) => {
    if ('messages' in entry) return refusedRow(held, entry.row, entry.messages);
    const lead = made.next().value!;
    if (lead.outcome !== 'created') throw new Error(`a row was ${lead.outcome}`);
    return {
      ...refusedRow(held, entry.row, []),
      workItemId: lead.workItemId,
      customerId: lead.customerId,
      isNewCustomer: lead.matched === 'new',
      messages: null,
    };
  });
}

function refusedRow(
  { brandId, id }: ImportRecord,
  rowNumber: number,
  messages: string[],
): ImportedRecord {
  return {
    brandId,
    importId: id,
    rowNumber,
    workItemId: null,
    customerId: null,
    isNewCustomer: false,
    messages: JSON.stringify(messages),
    undoneAs: null,
  };
}
