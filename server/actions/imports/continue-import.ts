// Imports the next rows. Leads, row outcomes and progress are written in one transaction, so a crash
// never imports a row twice.
import { languageOf } from '#core/accounts/language.ts';
import type { ImportEntry, RefusedRow, RowRefusal } from '#core/imports/import-rows.ts';
import { intakeOfRow } from '#core/imports/intake-of-row.ts';
import { errorDetails } from '#core/reading/error-details.ts';
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
import { insertIntakes } from '#db/intakes/intakes.ts';
import { dropJob, lockJob } from '#db/jobs/jobs.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { eventOf } from '../intakes/keep-intake.ts';
import { importCustomers } from '../customers/import-customers.ts';
import { createInTransaction, type LeadRequest } from '../leads/create-leads.ts';

interface ImportStep {
  job: JobClaim & { subject: string };
  /** After a batch failed: imports one row at a time to isolate the bad one. */
  isOneByOne: boolean;
}

const notStored: RowRefusal = {
  messages: ['This row could not be stored'],
  details: errorDetails([{ field: null, rule: 'not_stored' }]),
};

/** Progress in rows of the file. */
export interface ImportProgress {
  done: number;
  rows: number;
}

/** Returns `stuck` when the batch fails as a whole. */
export async function continueImport(
  db: Database,
  { job, isOneByOne }: ImportStep,
  context: ActionContext,
): Promise<ImportProgress | 'done' | 'stuck'> {
  const take = (refusal: RowRefusal | null) =>
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
  { job, isOneByOne, refusal }: ImportStep & { refusal: RowRefusal | null },
  context: ActionContext,
): Promise<ImportProgress | 'done'> {
  if (!(await lockJob(trx, job))) return 'done';
  const locked = await lockImport(trx, { brandId: job.brandId, id: job.subject });
  const batch = locked?.status === 'running' ? await findNextBatch(trx, locked) : undefined;
  if (!locked || !batch) {
    if (locked?.status === 'running') {
      await updateImport(trx, { ...locked, status: 'done', endedAt: context.now() });
    }
    await dropJob(trx, job);
    return 'done';
  }
  const entries = JSON.parse(batch.entries) as ImportEntry[];
  const taken = isOneByOne ? entries.slice(0, 1) : entries;
  const rows = refusal
    ? taken.map(({ row }) => refusedRow(locked, row, refusal))
    : await importEntries(trx, locked, taken, context);
  // A refused row would be corrected into a lead.
  if (locked.makes === 'leads') {
    await keepRefused(trx, locked, refusedOf(taken, refusal), context);
  }
  await insertImportedRows(trx, rows);
  const created = rows.filter((row) => row.workItemId !== null || isOnlyCustomer(row)).length;
  const refused = rows.filter(({ messages }) => messages !== null).length;
  await updateImport(trx, {
    ...locked,
    done: locked.done + rows.length,
    created: locked.created + created,
    refused: locked.refused + refused,
  });
  const rest = entries.slice(taken.length);
  const key = { brandId: locked.brandId, importId: locked.id, number: batch.number };
  await replaceBatch(trx, rest.length > 0 ? { ...key, entries: JSON.stringify(rest) } : key);
  return { done: locked.done + rows.length, rows: locked.rows };
}

function isOnlyCustomer({ workItemId, isNewCustomer }: ImportedRecord): boolean {
  return workItemId === null && isNewCustomer;
}

function refusedOf(entries: readonly ImportEntry[], refusal: RowRefusal | null): RefusedRow[] {
  return entries.flatMap((entry) => {
    if (!('lead' in entry)) return entry;
    return refusal ? { ...refusal, content: { found: entry.lead, raw: entry.raw } } : [];
  });
}

/** So that they can be corrected. */
async function keepRefused(
  trx: Database,
  locked: ImportRecord,
  refused: readonly RefusedRow[],
  context: ActionContext,
): Promise<void> {
  const now = context.now();
  const intakes = refused.flatMap(
    (row) => intakeOfRow(locked, row, { id: context.newId(), now }) ?? [],
  );
  if (intakes.length === 0) return;
  await insertIntakes(trx, intakes);
  const events = intakes.map((intake) => eventOf(intake, now));
  await recordEvents(trx, events, context);
}

async function importEntries(
  trx: Database,
  locked: ImportRecord,
  entries: readonly ImportEntry[],
  context: ActionContext,
): Promise<ImportedRecord[]> {
  const { brandId, createdBy, requestId } = locked;
  const brand = await findBrand(trx, brandId);
  const author = { actor: 'member' as const, actorId: createdBy, requestId };
  const requests = entries.flatMap((entry): LeadRequest[] =>
    'lead' in entry
      ? [
          {
            brandId,
            brandCountry: brand!.country,
            isTest: brand!.testOf !== null,
            brandLanguage: languageOf(brand!.language, brand!.country),
            author,
            lead: entry.lead,
            // Never later than now.
            ...(entry.receivedAt && { receivedAt: Math.min(entry.receivedAt, context.now()) }),
            ...(entry.status && { status: entry.status }),
            rawBody: entry.raw,
            idempotency: null,
          },
        ]
      : [],
  );
  const stored = (await store(trx, locked, requests, context)).values();
  return entries.map((entry) => {
    if ('messages' in entry) return refusedRow(locked, entry.row, entry);
    return { ...rowOf(locked, entry.row), ...stored.next().value! };
  });
}

type StoredRow = Pick<ImportedRecord, 'workItemId' | 'customerId' | 'isNewCustomer'>;

async function store(
  trx: Database,
  { makes }: ImportRecord,
  requests: readonly LeadRequest[],
  context: ActionContext,
): Promise<StoredRow[]> {
  if (makes === 'customers') {
    const customers = await importCustomers(trx, requests, context);
    return customers.map(({ id, isNew }) => ({
      workItemId: null,
      customerId: id,
      isNewCustomer: isNew,
    }));
  }
  return (await createInTransaction(trx, requests, context, 'wait')).map((lead) => {
    if (lead.outcome !== 'created') throw new Error(`a row was ${lead.outcome}`);
    const { workItemId, customerId, matched } = lead;
    return { workItemId, customerId, isNewCustomer: matched === 'new' };
  });
}

function refusedRow(
  locked: ImportRecord,
  rowNumber: number,
  { messages, details }: RowRefusal,
): ImportedRecord {
  return { ...rowOf(locked, rowNumber), messages: JSON.stringify({ messages, details }) };
}

function rowOf({ brandId, id }: ImportRecord, rowNumber: number): ImportedRecord {
  return {
    brandId,
    importId: id,
    rowNumber,
    workItemId: null,
    customerId: null,
    isNewCustomer: false,
    messages: null,
    undoneAs: null,
  };
}
