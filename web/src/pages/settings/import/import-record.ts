// Imports as the service tells of them.
import { kinds } from '../../../app/queries.ts';
import type { Tone } from '../state-badge.tsx';

export interface Refusal {
  row: number;
  messages: string[];
}

export interface ImportRecord {
  id: string;
  fileName: string;
  status: 'running' | 'done' | 'undoing' | 'undone' | 'failed';
  rows: number;
  done: number;
  created: number;
  refused: number;
  undo: { removed: number; kept: number; archivedCustomers: number } | null;
  createdAt: string;
}

export interface WholeImport extends ImportRecord {
  /** The first ones. */
  refusals: Refusal[];
  /** Those that stayed when it was undone. */
  keptRows: { row: number; workItemId: string | null }[];
}

export interface DryRun {
  rows: {
    row: number;
    outcome: 'new_customer' | 'existing_customer' | 'refused';
    customerId: string | null;
    matchedBy: 'email' | 'phone' | null;
    /** The row that makes the customer, who is not there yet. */
    sameAsRow: number | null;
    messages: string[];
  }[];
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

export function isUnderWay({ status }: ImportRecord): boolean {
  return status === 'running' || status === 'undoing';
}

/** Also while it runs: it ends there. */
export function canBeUndone({ status, created }: ImportRecord): boolean {
  return status === 'running' || ((status === 'done' || status === 'failed') && created > 0);
}
