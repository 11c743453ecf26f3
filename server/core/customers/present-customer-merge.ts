import type { CustomerMerge } from '#contract/customer-merge.ts';
import { mergeUndoDays } from '#contract/limits.ts';
import { timestamp } from '../timestamp.ts';
import type { CustomerMergeRecord } from '../records.ts';

export const mergeUndoMs = mergeUndoDays * 24 * 60 * 60 * 1000;

export function presentCustomerMerge(merge: CustomerMergeRecord): CustomerMerge {
  return {
    id: merge.id,
    customerId: merge.keptId,
    mergedCustomerId: merge.mergedId,
    createdAt: timestamp(merge.createdAt),
    undoableUntil: timestamp(merge.createdAt + mergeUndoMs),
    undoneAt: timestamp(merge.undoneAt),
  };
}
