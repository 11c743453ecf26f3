// Imports as the web app shows them.
import type { ImportStatus } from '#contract/import-lists.ts';

interface StoredImport {
  id: string;
  fileName: string;
  status: ImportStatus;
  rows: number;
  done: number;
  created: number;
  refused: number;
  removed: number;
  kept: number;
  archivedCustomers: number;
  createdBy: string;
  createdAt: number;
  endedAt: number | null;
}

interface ImportRowShown {
  rowNumber: number;
  workItemId: string | null;
  messages: string | null;
}

export function presentImport(stored: StoredImport): object {
  const { id, fileName, status, rows, done, created, refused, createdBy } = stored;
  const { removed, kept, archivedCustomers } = stored;
  const isUndone = status === 'undoing' || status === 'undone';
  return {
    id,
    fileName,
    status,
    rows,
    done,
    created,
    refused,
    undo: isUndone ? { removed, kept, archivedCustomers } : null,
    createdBy,
    createdAt: new Date(stored.createdAt).toISOString(),
    endedAt: stored.endedAt === null ? null : new Date(stored.endedAt).toISOString(),
  };
}

/** With the first rows that were refused, and those whose leads stayed. */
export function presentWholeImport(
  stored: StoredImport,
  { refused, kept }: { refused: readonly ImportRowShown[]; kept: readonly ImportRowShown[] },
): object {
  return {
    ...presentImport(stored),
    refusals: refused.map(({ rowNumber, messages }) => ({
      row: rowNumber,
      messages: JSON.parse(messages!) as string[],
    })),
    keptRows: kept.map(({ rowNumber, workItemId }) => ({ row: rowNumber, workItemId })),
  };
}
