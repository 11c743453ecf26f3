// Events, which record every change.
import type { EventType } from '#contract/event-lists.ts';
import type { Author } from './author.ts';
import type { WorkItemRecord } from './records.ts';

/** Changed fields, named and formatted as in the API. */
export type Changes = Record<string, { before: unknown; after: unknown }>;

export interface NewEvent extends Author {
  brandId: string;
  type: EventType;
  /** The id of a work item, a customer, an address or a webhook. */
  subjectId: string;
  /** Null for a new record. */
  changes: Changes | null;
  reason: string | null;
  createdAt: number;
}

/** The event type for changed fields of a work item. */
export function typeOfUpdate({ phase }: Pick<WorkItemRecord, 'phase'>): EventType {
  return phase === 'lead' ? 'lead.updated' : 'work_item.updated';
}

/** Returns the fields that differ between two presentations of a record. */
export function changesBetween(before: object, after: object): Changes {
  const changes: Changes = {};
  const then = before as Record<string, unknown>;
  for (const [field, value] of Object.entries(after)) {
    if (isSame(then[field], value)) continue;
    changes[field] = { before: then[field] ?? null, after: value };
  }
  return changes;
}

/** Compares field values: scalars, or arrays of tags. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return (
    Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other)
  );
}
