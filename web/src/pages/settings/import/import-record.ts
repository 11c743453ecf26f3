// Imports as the API returns them.
import type { ImportMakes } from '../../../../../contract/new-import.ts';
import { kinds } from '../../../app/queries.ts';
import type { Tone } from '../state-badge.tsx';

export interface RowRefusal {
  messages: string[];
  /** As in the Error-Details header. */
  details: string;
}

export interface Refusal extends RowRefusal {
  row: number;
}

export interface ImportRecord {
  id: string;
  fileName: string;
  makes: ImportMakes;
  status: 'running' | 'done' | 'undoing' | 'undone' | 'failed';
  rows: number;
  done: number;
  created: number;
  refused: number;
  undo: { removed: number; kept: number; archivedCustomers: number } | null;
  createdAt: string;
}

export interface WholeImport extends ImportRecord {
  /** The first refusals only. */
  refusals: Refusal[];
  /** Rows whose leads an undo kept. */
  keptRows: { row: number; workItemId: string | null }[];
}

export interface DryRun {
  rows: (RowRefusal & {
    row: number;
    outcome: 'new_customer' | 'existing_customer' | 'refused';
    customerId: string | null;
    matchedBy: 'email' | 'phone' | null;
    /** An earlier row that creates the same new customer. */
    sameAsRow: number | null;
  })[];
  counts: Record<'new_customer' | 'existing_customer' | 'refused', number>;
}

export const importTones: Record<ImportRecord['status'], Tone> = {
  running: 'waiting',
  done: 'good',
  undoing: 'waiting',
  undone: 'ended',
  failed: 'bad',
};

export const importsKey = [kinds.settings, 'imports'];

export function isInProgress({ status }: ImportRecord): boolean {
  return status === 'running' || status === 'undoing';
}

/** Undoing a running import stops it. */
export function canBeUndone({ status, created }: ImportRecord): boolean {
  return status === 'running' || ((status === 'done' || status === 'failed') && created > 0);
}
