import type { CustomerMerge } from '#contract/customer-merge.ts';
import { mergeUndoDays } from '#contract/limits.ts';

interface MergeRecord {
  id: string;
  keptId: string;
  mergedId: string;
  createdAt: number;
  undoneAt: number | null;
}

export const mergeUndoMs = mergeUndoDays * 24 * 60 * 60 * 1000;

export function presentCustomerMerge(merge: MergeRecord): CustomerMerge {
  return {
    id: merge.id,
    customerId: merge.keptId,
    mergedCustomerId: merge.mergedId,
    createdAt: new Date(merge.createdAt).toISOString(),
    undoableUntil: new Date(merge.createdAt + mergeUndoMs).toISOString(),
    undoneAt: merge.undoneAt === null ? null : new Date(merge.undoneAt).toISOString(),
  };
}
