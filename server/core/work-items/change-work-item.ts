// Applies a patch to a work item: returns the changed record and its events, or a refusal.
import type { ErrorCode } from '#contract/error-codes.ts';
import { restoreDaysMax } from '#contract/limits.ts';
import type { WorkItemPatch } from '#contract/work-item-patch.ts';
import { priorities, type Status } from '#contract/work-item-lists.ts';
import { movesFrom, phaseOf, takesReason } from '#contract/work-item-moves.ts';
import { type Author, memberOf } from '../author.ts';
import { type Changes, changesBetween, type NewEvent, typeOfUpdate } from '../event.ts';
import { type FieldMessage, about, type RuleValues } from '../reading/field-message.ts';
import { presentWorkItem } from '../present.ts';
import type { WorkItemRecord } from '../records.ts';

/** As `readBody` returns it: times are milliseconds. */
export type ReadWorkItemPatch = Omit<
  WorkItemPatch,
  'scheduledStart' | 'scheduledEnd' | 'followUpAt' | 'archivedAt'
> &
  Partial<Record<'scheduledStart' | 'scheduledEnd' | 'followUpAt' | 'archivedAt', number | null>>;

/** The customer is known: a new one has been planned. */
export type PlannedPatch = Omit<ReadWorkItemPatch, 'customerId'> & {
  customerId?: string;
  otherContact?: string | null;
};

interface ChangedItem {
  item: WorkItemRecord;
  events: NewEvent[];
}

export type WorkItemChange =
  | ChangedItem
  /** Invalid combinations of fields. */
  | { messages: FieldMessage[] }
  /** A move that is not allowed. */
  | { conflict: Conflict };

export interface Conflict {
  code: ErrorCode;
  message: string;
  values?: RuleValues;
}

interface ChangeBy {
  author: Author;
  now: number;
}

export function changeWorkItem(
  item: WorkItemRecord,
  { status: sentStatus, reason, priority, ...fields }: PlannedPatch,
  by: ChangeBy,
): WorkItemChange {
  const status = sentStatus ?? item.status;
  const isMove = status !== item.status;
  if (isMove && !movesFrom[item.status].includes(status)) {
    return { conflict: refusedMove(item.status, status) };
  }
  const changed: WorkItemRecord = {
    ...item,
    ...fields,
    ...(priority !== undefined && { priorityRank: priorities.indexOf(priority) }),
    ...(isMove && { status, phase: phaseOf(status), ...timesOfMove(item, status, by.now) }),
  };
  const messages = [
    ...wrongTimes(changed),
    // A retry after a lost response sends the reason again, although the status is already set.
    ...(reason !== undefined && !(sentStatus && takesReason(sentStatus))
      ? [about('reason', 'reason_without_move', 'is allowed only with a move to lost or cancelled')]
      : []),
  ];
  if (messages.length > 0) return { messages };
  return withEvents(item, changed, { ...by, reason: reason ?? null });
}

function refusedMove(from: Status, to: Status): Conflict {
  const allowed = movesFrom[from].join(', ');
  return {
    code: 'move_not_allowed',
    message: `status cannot go from ${from} to ${to}: allowed from ${from} are ${allowed}`,
    values: { from, to },
  };
}

function timesOfMove(item: WorkItemRecord, to: Status, now: number): Partial<WorkItemRecord> {
  if (to === 'completed') return { actualStart: item.actualStart ?? now, actualEnd: now };
  // Reopened work has not ended.
  if (to === 'in_progress') return { actualStart: item.actualStart ?? now, actualEnd: null };
  return {};
}

/** Validates the planned times. */
export function wrongTimes({
  status,
  scheduledStart,
  scheduledEnd,
}: Pick<WorkItemRecord, 'status' | 'scheduledStart' | 'scheduledEnd'>): FieldMessage[] {
  if (status === 'scheduled' && scheduledStart === null) {
    const text = 'is required for the status scheduled: send a date and time';
    return [about('scheduledStart', 'required', text)];
  }
  if (scheduledEnd === null) return [];
  if (scheduledStart === null) return [about('scheduledEnd', 'no_start', 'needs a scheduledStart')];
  if (scheduledEnd >= scheduledStart) return [];
  return [about('scheduledEnd', 'end_before_start', 'must not be before scheduledStart')];
}

/** Soft delete. */
export function deleteWorkItem(item: WorkItemRecord, by: ChangeBy): ChangedItem {
  return withEvents(item, { ...item, deletedAt: by.now }, { ...by, reason: null });
}

const restoreMsMax = restoreDaysMax * 24 * 60 * 60 * 1000;

export function restoreWorkItem(item: WorkItemRecord, by: ChangeBy): WorkItemChange {
  if (item.deletedAt !== null && item.deletedAt < by.now - restoreMsMax) {
    const message = `it was deleted more than ${restoreDaysMax} days ago`;
    return { conflict: { code: 'deleted_too_long_ago', message } };
  }
  return withEvents(item, { ...item, deletedAt: null }, { ...by, reason: null });
}

// These fields belong to the event of the move, or of the assignment; other changes get an event of
// their own.
const fieldsOfMove = new Set(['status', 'actualStart', 'actualEnd']);
const isAssignee = (field: string) => field === 'assigneeId';

function withEvents(
  before: WorkItemRecord,
  changed: WorkItemRecord,
  { author, now, reason }: ChangeBy & { reason: string | null },
): ChangedItem {
  const changes = changesBetween(presentWorkItem(before, []), presentWorkItem(changed, []));
  if (Object.keys(changes).length === 0) return { item: before, events: [] };
  const item = {
    ...changed,
    version: before.version + 1,
    updatedAt: now,
    updatedBy: memberOf(author),
  };
  const isMove = before.status !== item.status;
  const [moved, others] = partition(changes, (field) => isMove && fieldsOfMove.has(field));
  const [assigned, rest] = partition(others, isAssignee);
  const common = { brandId: item.brandId, ...author, subjectId: item.id, createdAt: now };
  const events: NewEvent[] = [];
  if (isMove) events.push({ ...common, type: typeOfMove(before, item), changes: moved, reason });
  if (Object.keys(rest).length > 0) {
    events.push({ ...common, type: typeOfUpdate(item), changes: rest, reason: null });
  }
  if (Object.keys(assigned).length > 0) {
    events.push({ ...common, type: 'work_item.assigned', changes: assigned, reason: null });
  }
  return { item, events };
}

function typeOfMove(before: WorkItemRecord, after: WorkItemRecord): NewEvent['type'] {
  if (after.phase === 'lead') return 'lead.status_changed';
  return before.phase === 'lead' ? 'lead.converted' : 'work_item.status_changed';
}

function partition(changes: Changes, isFirst: (field: string) => boolean): [Changes, Changes] {
  const entries = Object.entries(changes);
  return [
    Object.fromEntries(entries.filter(([field]) => isFirst(field))),
    Object.fromEntries(entries.filter(([field]) => !isFirst(field))),
  ];
}
