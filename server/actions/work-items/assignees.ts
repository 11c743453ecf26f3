// Who does a work item: only members are named, and members who leave lose their open work.
import { systemAuthor } from '#core/author.ts';
import type { NewEvent } from '#core/event.ts';
import type { JobClaim } from '#core/job.ts';
import type { LeadIntake } from '#core/leads/new-records.ts';
import type { FieldMessage } from '#core/reading/field-message.ts';
import { unknownAssignee } from '#core/work-items/assignee.ts';
import { changeWorkItem } from '#core/work-items/change-work-item.ts';
import { isOpen } from '#core/work-items/follow-up.ts';
import { findMemberIds, shareMembers } from '#db/accounts/members.ts';
import type { Database } from '#db/database.ts';
import { dropJob, lockJob } from '#db/jobs/jobs.ts';
import { findOpenItemsOf } from '#db/work-items/assigned-items.ts';
import { lockWorkItems, updateWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';

/** Returns the validation message for an id that is not a member's. */
export async function wrongAssignee(
  trx: Database,
  brandId: string,
  assigneeId: string | null | undefined,
): Promise<FieldMessage[]> {
  if (assigneeId === null || assigneeId === undefined) return [];
  const found = await shareMembers(trx, brandId, [assigneeId]);
  return found.has(assigneeId) ? [] : [unknownAssignee()];
}

/** Returns those of the ids that are not a member's. */
export async function findUnknownAssignees(
  db: Database,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
): Promise<string[]> {
  const found = await findMemberIds(db, brandId, ids);
  return ids.filter((id) => !found.has(id));
}

/** A member who left since the request was checked is not named: the lead itself is not lost. */
export async function withoutFormerAssignees(
  trx: Database,
  intakes: readonly LeadIntake[],
): Promise<readonly LeadIntake[]> {
  const named = intakes.filter(({ lead }) => lead.assigneeId !== undefined);
  if (named.length === 0) return intakes;
  const members = new Map<string, Set<string>>();
  for (const [brandId, own] of Map.groupBy(named, (intake) => intake.brandId)) {
    const ids = new Set(own.map(({ lead }) => lead.assigneeId!));
    members.set(brandId, await shareMembers(trx, brandId, [...ids]));
  }
  return intakes.map((intake) => {
    const { assigneeId, ...lead } = intake.lead;
    const isMember = assigneeId === undefined || members.get(intake.brandId)!.has(assigneeId);
    return isMember ? intake : { ...intake, lead };
  });
}

const itemsAtOnce = 100;

/** Takes the next open items from a member who left. The job ends with the last ones. */
export async function unassignNext(
  db: Database,
  job: JobClaim & { subject: string },
  context: ActionContext,
): Promise<'more' | 'done'> {
  return db.transaction(async (trx) => {
    if (!(await lockJob(trx, job))) return 'done';
    const { brandId, subject: assigneeId } = job;
    const ids = await findOpenItemsOf(trx, { brandId, assigneeId, most: itemsAtOnce });
    // They may have changed since they were found.
    const locked = await lockWorkItems(trx, brandId, ids);
    const items = locked.filter((item) => item.assigneeId === assigneeId && isOpen(item));
    const now = context.now();
    const events: NewEvent[] = [];
    for (const item of items) {
      const change = changeWorkItem(item, { assigneeId: null }, { author: systemAuthor, now });
      if (!('item' in change)) throw new Error('a work item could not be unassigned');
      await updateWorkItem(trx, change.item);
      events.push(...change.events);
    }
    await recordEvents(trx, events, context);
    if (ids.length === itemsAtOnce) return 'more';
    await dropJob(trx, job);
    return 'done';
  });
}
