// Plans and moves jobs: shown immediately, reverted when the server refuses.
import type { ListedWorkItem, WorkItemPatch } from '../../../../sdk/src/index.ts';
import { type Outcome, type SentForm, sendOrQueue, undoForm } from '../../app/outbox/outbox.ts';
import { queries, kinds, invalidate } from '../../app/queries.ts';
import { plannedKey, type PlannedJobs } from '../../parts/plan-data.ts';
import type { Plan } from '../../parts/plan-times.ts';

/** New times, another person, or both. */
export interface Change {
  plan: Plan | null;
  /** Undefined keeps the person. */
  assigneeId?: string | null;
}

export function isMovable({ status }: ListedWorkItem): boolean {
  return status === 'scheduled' || status === 'pending' || status === 'in_progress';
}

export function changed(job: ListedWorkItem, { plan, assigneeId }: Change): ListedWorkItem {
  const status = plan && job.status === 'pending' ? 'scheduled' : job.status;
  return { ...job, ...plan, status, ...(assigneeId !== undefined && { assigneeId }) };
}

export function isMoved(before: ListedWorkItem, after: ListedWorkItem): boolean {
  return (
    after.scheduledStart !== before.scheduledStart || after.scheduledEnd !== before.scheduledEnd
  );
}

export function isChange(job: ListedWorkItem, change: Change): boolean {
  const after = changed(job, change);
  return isMoved(job, after) || after.status !== job.status || after.assigneeId !== job.assigneeId;
}

/** Returns how to undo it, or null when there is nothing to say. */
export async function changeJob(
  job: ListedWorkItem,
  change: Change,
  form?: SentForm,
): Promise<(() => Promise<unknown>) | null> {
  const after = changed(job, change);
  const outcome = await save(job, after, form);
  return outcome === 'handedOver' ? null : () => save(after, job, undoForm);
}

async function save(
  before: ListedWorkItem,
  after: ListedWorkItem,
  form?: SentForm,
): Promise<Outcome> {
  await queries.cancelQueries({ queryKey: plannedKey });
  const earlier = queries.getQueriesData<PlannedJobs>({ queryKey: plannedKey });
  const isPlanned = after.scheduledStart !== null;
  queries.setQueriesData<PlannedJobs>({ queryKey: plannedKey }, (old) => {
    if (!old) return old;
    const others = old.jobs.filter(({ id }) => id !== after.id);
    return { ...old, jobs: isPlanned ? [...others, after] : others };
  });
  try {
    // Offline it waits, and the calendar shows it from the outbox.
    const change = { kind: 'change', patch: patchOf(before, after), seen: before } as const;
    const about = { workItemId: after.id, title: after.title };
    return await sendOrQueue(about, { ...change, version: null }, form);
  } catch (error) {
    for (const [key, data] of earlier) queries.setQueryData(key, data);
    throw error;
  } finally {
    void invalidate(kinds.workItems);
  }
}

/** Only what differs. */
function patchOf(before: ListedWorkItem, after: ListedWorkItem): WorkItemPatch {
  const { scheduledStart, scheduledEnd, status } = after;
  return {
    ...(isMoved(before, after) && { scheduledStart, scheduledEnd }),
    ...(status !== before.status && { status }),
    ...(after.assigneeId !== before.assigneeId && { assigneeId: after.assigneeId }),
  };
}
