// Imports, their pending batches, and the outcome of each row.
import type { ImportedRecord, ImportRecord } from '#core/records.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import type { ImportBatchRow } from '../tables.ts';

type ImportKey = Pick<ImportRecord, 'brandId' | 'id'>;

const fields: Field<'imports'>[] = [
  'brandId',
  'id',
  'fileName',
  'makes',
  'contentHash',
  'status',
  'rows',
  'done',
  'created',
  'refused',
  'removed',
  'kept',
  'archivedCustomers',
  'requestId',
  'createdBy',
  'createdAt',
  'endedAt',
];
const select = `select ${columns('imports', fields)} from imports`;

export async function insertImport(
  db: Database,
  row: ImportRecord,
  batches: readonly ImportBatchRow[],
): Promise<void> {
  await db.insertRows('imports', [row]);
  for (let at = 0; at < batches.length; at += batchesAtOnce) {
    await db.insertRows('importBatches', batches.slice(at, at + batchesAtOnce));
  }
}

// A whole file in one statement could exceed the statement timeout on a busy machine.
const batchesAtOnce = 25;

/** Newest first. */
export function findImports(db: Database, brandId: string, most: number): Promise<ImportRecord[]> {
  return db.all(`${select} where brand_id = ? order by id desc limit ?`, brandId, most);
}

export function findImport(
  db: Database,
  { brandId, id }: ImportKey,
): Promise<ImportRecord | undefined> {
  return db.first(`${select} where brand_id = ? and id = ?`, brandId, id);
}

/** Locks the row until the transaction ends. */
export function lockImport(
  db: Database,
  { brandId, id }: ImportKey,
): Promise<ImportRecord | undefined> {
  return db.first(`${select} where brand_id = ? and id = ?${db.dialect.forUpdate}`, brandId, id);
}

/** Updates progress and outcome. */
export async function updateImport(db: Database, row: ImportRecord): Promise<void> {
  await db.run(
    `update imports set status = ?, done = ?, created = ?, refused = ?, removed = ?, kept = ?,
        archived_customers = ?, ended_at = ? where brand_id = ? and id = ?`,
    row.status,
    row.done,
    row.created,
    row.refused,
    row.removed,
    row.kept,
    row.archivedCustomers,
    row.endedAt,
    row.brandId,
    row.id,
  );
}

export function findNextBatch(
  db: Database,
  { brandId, id }: ImportKey,
): Promise<Pick<ImportBatchRow, 'number' | 'entries'> | undefined> {
  return db.first(
    `select number, entries from import_batches where brand_id = ? and import_id = ?
      order by number limit 1`,
    brandId,
    id,
  );
}

/** Keeps the remaining entries; deletes an empty batch. */
export async function replaceBatch(
  db: Database,
  batch: ImportBatchRow | ImportBatchKey,
): Promise<void> {
  const key = [batch.brandId, batch.importId, batch.number] as const;
  const where = 'where brand_id = ? and import_id = ? and number = ?';
  if ('entries' in batch) {
    await db.run(`update import_batches set entries = ? ${where}`, batch.entries, ...key);
  } else {
    await db.run(`delete from import_batches ${where}`, ...key);
  }
}

type ImportBatchKey = Omit<ImportBatchRow, 'entries'>;

export async function deleteBatches(db: Database, { brandId, id }: ImportKey): Promise<void> {
  await db.run('delete from import_batches where brand_id = ? and import_id = ?', brandId, id);
}

export function insertImportedRows(db: Database, rows: readonly ImportedRecord[]): Promise<void> {
  return db.insertRows(
    'importRows',
    rows.map((row) => ({ ...row, isNewCustomer: Number(row.isNewCustomer) })),
  );
}

interface RowsAsked extends ImportKey {
  most: number;
}

const rowColumns = columns('importRows', [
  'rowNumber',
  'workItemId',
  'customerId',
  'messages',
] as Field<'importRows'>[]);
type FoundRow = Pick<ImportedRecord, 'rowNumber' | 'workItemId' | 'customerId' | 'messages'>;

function findRows(
  db: Database,
  { brandId, id, most }: RowsAsked,
  condition: string,
  ...values: (string | number)[]
): Promise<FoundRow[]> {
  return db.all(
    `select ${rowColumns} from import_rows where brand_id = ? and import_id = ? and ${condition}
      order by row_number limit ?`,
    brandId,
    id,
    ...values,
    most,
  );
}

export function findRefusedRows(db: Database, asked: RowsAsked): Promise<FoundRow[]> {
  return findRows(db, asked, 'messages is not null');
}

/** Rows whose lead was changed before the undo could remove it. */
export function findKeptRows(db: Database, asked: RowsAsked): Promise<FoundRow[]> {
  return findRows(db, asked, 'undone_as = ?', 'kept');
}

export function findRowsToUndo(db: Database, asked: RowsAsked): Promise<FoundRow[]> {
  return findRows(db, asked, 'work_item_id is not null and undone_as is null');
}

/** Rows that created a customer, after a row number. */
export function findRowsOfNewCustomers(
  db: Database,
  { after, ...asked }: RowsAsked & { after: number },
): Promise<FoundRow[]> {
  return findRows(db, asked, `${isNew[db.engine]} and row_number > ?`, after);
}

const isNew = { sqlite: 'is_new_customer = 1', postgres: 'is_new_customer' };

export async function markUndone(
  db: Database,
  { brandId, id }: ImportKey,
  rows: readonly Pick<ImportedRecord, 'rowNumber'>[],
  undoneAs: 'removed' | 'kept',
): Promise<void> {
  if (rows.length === 0) return;
  await db.run(
    `update import_rows set undone_as = ?
      where brand_id = ? and import_id = ? and row_number in (${marks(rows)})`,
    undoneAs,
    brandId,
    id,
    ...rows.map(({ rowNumber }) => rowNumber),
  );
}

/** An import of the same file that is running, or was done recently. */
export function findSameImport(
  db: Database,
  {
    brandId,
    contentHash,
    since,
  }: Pick<ImportRecord, 'brandId' | 'contentHash'> & { since: number },
): Promise<ImportRecord | undefined> {
  return db.first(
    `${select} where brand_id = ? and content_hash = ?
      and (status = 'running' or (status = 'done' and created_at >= ?)) order by id desc limit 1`,
    brandId,
    contentHash,
    since,
  );
}

/** Locks the rows until the transaction ends. */
export function lockRunningImports(db: Database, brandId: string): Promise<ImportRecord[]> {
  return db.all(
    `${select} where brand_id = ? and status = 'running' order by id${db.dialect.forUpdate}`,
    brandId,
  );
}

export function findBatches(
  db: Database,
  { brandId, id, after, most }: RowsAsked & { after: number },
): Promise<Pick<ImportBatchRow, 'number' | 'entries'>[]> {
  return db.all(
    `select number, entries from import_batches where brand_id = ? and import_id = ? and number > ?
      order by number limit ?`,
    brandId,
    id,
    after,
    most,
  );
}

interface WaitingBatches {
  brandId: string;
  /** The last batch read. */
  after: Pick<ImportBatchRow, 'importId' | 'number'>;
  most: number;
}

/** Pending batches of all imports of the brand, in key order. */
export function findWaitingBatches(
  db: Database,
  { brandId, after, most }: WaitingBatches,
): Promise<ImportBatchRow[]> {
  return db.all(
    `select ${columns('importBatches', ['brandId', 'importId', 'number', 'entries'])}
      from import_batches where brand_id = ? and (import_id, number) > (?, ?)
      order by import_id, number limit ?`,
    brandId,
    after.importId,
    after.number,
    most,
  );
}

/** Counts up to `most`. */
export async function countUnfinishedImports(
  db: Database,
  brandId: string,
  most: number,
): Promise<number> {
  const rows = await db.all(
    `select 1 as found from imports where brand_id = ? and status in ('running', 'undoing') limit ?`,
    brandId,
    most,
  );
  return rows.length;
}

/** Locks an import that ended, or whose undo ended, before that time. */
export function lockEndedImport(db: Database, before: number): Promise<ImportRecord | undefined> {
  return db.first(
    `${select} where status in ('done', 'undone') and ended_at < ? limit 1${db.dialect.forUpdate}`,
    before,
  );
}

/** Deletes a bounded number; returns how many. */
export function deleteImportedRows(
  db: Database,
  { brandId, id }: ImportKey,
  most: number,
): Promise<number> {
  return deleteFirst(db, {
    table: 'import_rows',
    among: ['brand_id = ? and import_id = ?', brandId, id],
    by: 'row_number',
    most,
  });
}

/** Delete its rows first. */
export async function deleteImport(db: Database, { brandId, id }: ImportKey): Promise<void> {
  await db.run('delete from imports where brand_id = ? and id = ?', brandId, id);
}
