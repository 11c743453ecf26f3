// Follow-ups: the job that comes due with `followUpAt`, and the event that it writes once.
import type { JobClaim } from '#core/job.ts';
import type { WorkItemRecord } from '#core/records.ts';
import { followUpDue, followUpJobs, isFollowedUp } from '#core/work-items/follow-up.ts';
import type { Database } from '#db/database.ts';
import { deferJob, deleteJobsAbout, dropJob, enqueueJobs } from '#db/jobs/jobs.ts';
import { lockWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';

export function planFollowUps(
  trx: Database,
  items: readonly WorkItemRecord[],
  context: ActionContext,
): Promise<void> {
  const now = context.now();
  const jobs = items.flatMap((item) => followUpJobs(item, { id: context.newId(), now }));
  return enqueueJobs(trx, jobs);
}

/** Call it with the item locked: the worker locks the item before it ends its job. */
export async function replanFollowUp(
  trx: Database,
  before: WorkItemRecord,
  after: WorkItemRecord,
  context: ActionContext,
): Promise<void> {
  if (before.followUpAt === after.followUpAt) return;
  const { brandId, id } = after;
  await deleteJobsAbout(trx, { brandId, kind: 'followUp', subjects: [id] });
  await planFollowUps(trx, [after], context);
}

/** Writes the event and ends the job. A changed or cleared time has deleted the job. */
export async function tellFollowUpDue(
  db: Database,
  job: JobClaim & { subject: string },
  context: ActionContext,
): Promise<void> {
  await db.transaction(async (trx) => {
    const { brandId, subject: id } = job;
    const item = await lockWorkItem(trx, { brandId, id });
    const now = context.now();
    // The clock was set back since the job was planned.
    const isEarly = item !== undefined && (item.followUpAt ?? 0) > now;
    if (isEarly) return deferJob(trx, job, { now, dueAt: item.followUpAt! });
    const isOurs = await dropJob(trx, job);
    if (isOurs && item && isFollowedUp(item)) {
      await recordEvents(trx, [followUpDue(item, now)], context);
    }
  });
}
