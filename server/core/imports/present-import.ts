// Imports as the web app shows them.
import type { ImportedRecord, ImportRecord } from '../records.ts';
import type { RowRefusal } from './import-rows.ts';
import { timestamp } from '../timestamp.ts';

type RowShown = Pick<ImportedRecord, 'rowNumber' | 'workItemId' | 'messages'>;

export function presentImport(stored: ImportRecord): object {
  const { id, fileName, makes, status, rows, done, created, refused, createdBy } = stored;
  const { removed, kept, archivedCustomers } = stored;
  const isUndone = status === 'undoing' || status === 'undone';
  return {
    id,
    fileName,
    makes,
    status,
    rows,
    done,
    created,
    refused,
    undo: isUndone ? { removed, kept, archivedCustomers } : null,
    createdBy,
    createdAt: timestamp(stored.createdAt),
    endedAt: timestamp(stored.endedAt),
  };
}

/** Adds the first refused rows, and the rows whose leads an undo kept. */
export function presentWholeImport(
  stored: ImportRecord,
  { refused, kept }: { refused: readonly RowShown[]; kept: readonly RowShown[] },
): object {
  return {
    ...presentImport(stored),
    refusals: refused.map(({ rowNumber, messages }) => ({
      row: rowNumber,
      ...(JSON.parse(messages!) as RowRefusal),
    })),
    keptRows: kept.map(({ rowNumber, workItemId }) => ({ row: rowNumber, workItemId })),
  };
}
