// What a patch makes of a work item: the record afterwards and what is told of it, or why not.
import { restoreDaysMax } from '#contract/limits.ts';
import type { WorkItemPatch } from '#contract/work-item-patch.ts';
import { priorities, type Status } from '#contract/work-item-lists.ts';
import { movesFrom, phaseOf, takesReason } from '#contract/work-item-moves.ts';
import { type Author, memberOf } from '../author.ts';
import { type Changes, changesBetween, type NewEvent, typeOfUpdate } from '../event.ts';
import { presentWorkItem } from '../present.ts';
import type { WorkItemRecord } from '../records.ts';

/** Times as milliseconds, as they come out of the reading of a body. */
export type ReadWorkItemPatch = Omit<
  WorkItemPatch,
  'scheduledStart' | 'scheduledEnd' | 'archivedAt'
> &
  Partial<Record<'scheduledStart' | 'scheduledEnd' | 'archivedAt', number | null>>;

interface ToldChange {
  item: WorkItemRecord;
  events: NewEvent[];
}

export type WorkItemChange =
  | ToldChange
  /** Fields that do not go together. */
  | { messages: string[] }
  /** A move that is not allowed. */
  | { conflict: string };

interface ChangeBy {
  author: Author;
  now: number;
}

export function changeWorkItem(
  item: WorkItemRecord,
  { status: sentStatus, reason, priority, ...fields }: ReadWorkItemPatch,
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
    // Also when it is there already: who lost the first answer sends the same again.
    ...(reason !== undefined && !(sentStatus && takesReason(sentStatus))
      ? ['reason goes with a move to lost or cancelled']
      : []),
  ];
  if (messages.length > 0) return { messages };
  return told(item, changed, { ...by, reason: reason ?? null });
}

function refusedMove(from: Status, to: Status): string {
  return `status cannot go from ${from} to ${to}: allowed from ${from} are ${movesFrom[from].join(', ')}`;
}

function timesOfMove(item: WorkItemRecord, to: Status, now: number): Partial<WorkItemRecord> {
  if (to === 'completed') return { actualStart: item.actualStart ?? now, actualEnd: now };
  // Work that goes on has not ended.
  if (to === 'in_progress') return { actualStart: item.actualStart ?? now, actualEnd: null };
  return {};
}

/** What is wrong with the planned times, one message for each field. */
export function wrongTimes({
  status,
  scheduledStart,
  scheduledEnd,
}: Pick<WorkItemRecord, 'status' | 'scheduledStart' | 'scheduledEnd'>): string[] {
  if (status === 'scheduled' && scheduledStart === null) {
    return ['scheduledStart is required for the status scheduled: send a date and time'];
  }
  if (scheduledEnd === null) return [];
  if (scheduledStart === null) return ['scheduledEnd needs a scheduledStart'];
  return scheduledEnd < scheduledStart ? ['scheduledEnd must not be before scheduledStart'] : [];
}

/** Into the bin. */
export function deleteWorkItem(item: WorkItemRecord, by: ChangeBy): ToldChange {
  return told(item, { ...item, deletedAt: by.now }, { ...by, reason: null });
}

const restoreMsMax = restoreDaysMax * 24 * 60 * 60 * 1000;

export function restoreWorkItem(item: WorkItemRecord, by: ChangeBy): WorkItemChange {
  if (item.deletedAt !== null && item.deletedAt < by.now - restoreMsMax) {
    return { conflict: `it was deleted more than ${restoreDaysMax} days ago` };
  }
  return told(item, { ...item, deletedAt: null }, { ...by, reason: null });
}

// What goes with a move is told with it, everything else by itself.
const fieldsOfMove = new Set(['status', 'actualStart', 'actualEnd']);

function told(
  before: WorkItemRecord,
  changed: WorkItemRecord,
  { author, now, reason }: ChangeBy & { reason: string | null },
): ToldChange {
  const changes = changesBetween(presentWorkItem(before, []), presentWorkItem(changed, []));
  if (Object.keys(changes).length === 0) return { item: before, events: [] };
  const item = {
    ...changed,
    version: before.version + 1,
    updatedAt: now,
    updatedBy: memberOf(author),
  };
  const isMove = before.status !== item.status;
  const [moved, rest] = partition(changes, (field) => isMove && fieldsOfMove.has(field));
  const common = { brandId: item.brandId, ...author, subjectId: item.id, createdAt: now };
  const events: NewEvent[] = [];
  if (isMove) events.push({ ...common, type: typeOfMove(before, item), changes: moved, reason });
  if (Object.keys(rest).length > 0) {
    events.push({ ...common, type: typeOfUpdate(item), changes: rest, reason: null });
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
