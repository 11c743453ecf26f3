// The follow-up of a work item: a job that comes due with it, and the event that it was due.
import { systemAuthor } from '../author.ts';
import type { NewEvent } from '../event.ts';
import type { NewJob } from '../job.ts';
import type { WorkItemRecord } from '../records.ts';

type OfItem = Pick<WorkItemRecord, 'brandId' | 'id' | 'followUpAt'>;

/** Empty for an item without one. */
export function followUpJobs(item: OfItem, { id, now }: { id: string; now: number }): NewJob[] {
  const { brandId, id: subject, followUpAt } = item;
  if (followUpAt === null) return [];
  const lane = `follow-ups ${brandId}`;
  const about = { brandId, id, kind: 'followUp' as const, subject, lane };
  return [{ ...about, payload: '{}', dueAt: followUpAt, createdAt: now }];
}

export const closedStatuses: readonly WorkItemRecord['status'][] = [
  'lost',
  'completed',
  'cancelled',
];

export function isOpen({ status }: Pick<WorkItemRecord, 'status'>): boolean {
  return !closedStatuses.includes(status);
}

/** Nobody has to come back to work that is done, archived or deleted. */
export function isFollowedUp(item: WorkItemRecord): boolean {
  return (
    item.followUpAt !== null && item.deletedAt === null && item.archivedAt === null && isOpen(item)
  );
}

export function followUpDue({ brandId, id }: OfItem, now: number): NewEvent {
  return {
    ...systemAuthor,
    brandId,
    type: 'work_item.follow_up_due',
    subjectId: id,
    // Nothing changed.
    changes: {},
    reason: null,
    createdAt: now,
  };
}
