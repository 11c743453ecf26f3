// The member who does a work item.
import type { Author } from '../author.ts';
import type { NewEvent } from '../event.ts';
import type { NewJob } from '../job.ts';
import { about, type FieldMessage } from '../reading/field-message.ts';
import type { WorkItemRecord } from '../records.ts';

export function unknownAssignee(): FieldMessage {
  const text = 'names no member of the brand: use an id of GET /v1/api/members, or leave it out';
  return about('assigneeId', 'member_unknown', text);
}

/** Empty for a new item that nobody was named for. */
export function assignedAtCreation(item: WorkItemRecord, author: Author): NewEvent[] {
  const { brandId, id: subjectId, assigneeId, createdAt } = item;
  if (assigneeId === null) return [];
  const changes = { assigneeId: { before: null, after: assigneeId } };
  const event = { brandId, ...author, subjectId, changes, reason: null, createdAt };
  return [{ ...event, type: 'work_item.assigned' }];
}

/** Takes the open work of a member who left from them. */
export function unassignJob(
  { brandId, accountId }: { brandId: string; accountId: string },
  { id, now }: { id: string; now: number },
): NewJob {
  const about = { brandId, id, kind: 'unassignMember' as const, subject: accountId };
  return { ...about, lane: `unassign ${brandId}`, payload: '{}', dueAt: now, createdAt: now };
}
