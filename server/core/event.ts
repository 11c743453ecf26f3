// What is told of a change.
import type { EventType } from '#contract/event-lists.ts';
import type { Author } from './author.ts';
import type { WorkItemRecord } from './records.ts';

/** By field, as callers see it. */
export type Changes = Record<string, { before: unknown; after: unknown }>;

export interface NewEvent extends Author {
  brandId: string;
  type: EventType;
  /** The record that it tells of: a work item, a customer, an address, a webhook. */
  subjectId: string;
  /** Null for a record that came into being. */
  changes: Changes | null;
  reason: string | null;
  createdAt: number;
}

/** Of a work item whose fields changed, whatever its phase. */
export function typeOfUpdate({ phase }: Pick<WorkItemRecord, 'phase'>): EventType {
  return phase === 'lead' ? 'lead.updated' : 'work_item.updated';
}

/** The fields in which two views of a record differ. */
export function changesBetween(before: object, after: object): Changes {
  const changes: Changes = {};
  const then = before as Record<string, unknown>;
  for (const [field, value] of Object.entries(after)) {
    if (isSame(then[field], value)) continue;
    changes[field] = { before: then[field] ?? null, after: value };
  }
  return changes;
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  // Lists of words; anything else is a plain value.
  return (
    Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other)
  );
}
