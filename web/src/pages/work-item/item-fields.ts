// The fields of the lead or job form, and their changes as a patch.
import type { Priority, WorkItem, WorkItemPatch } from '../../../../sdk/src/index.ts';

export interface ItemFields {
  title: string;
  description: string;
  priority: Priority;
  source: WorkItem['source'];
  category: string;
  tags: string[];
  budgetQuote: string;
  estimatedCost: number | null;
  finalCost: number | null;
  completionNotes: string;
  hoursWorked: string;
  materials: string;
}

export function fieldsOf(item: WorkItem): ItemFields {
  return {
    title: item.title,
    description: item.description,
    priority: item.priority,
    source: item.source,
    category: item.category ?? '',
    tags: item.tags ?? [],
    budgetQuote: item.budgetQuote ?? '',
    estimatedCost: item.estimatedCost,
    finalCost: item.finalCost,
    completionNotes: item.completionNotes ?? '',
    hoursWorked: item.hoursWorked ?? '',
    materials: item.materials ?? '',
  };
}

/** Only changed fields, so that concurrent changes to other fields survive. */
export function patchOf(before: ItemFields, after: ItemFields): WorkItemPatch {
  const changed = (Object.keys(after) as (keyof ItemFields)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, sent(field, after[field])]));
}

function sent(field: keyof ItemFields, value: ItemFields[keyof ItemFields]): unknown {
  if (field === 'description') return value;
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? null : value;
}
