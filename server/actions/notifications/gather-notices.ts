// Quiet hours end for many notices at once: those of a kind become one, as if they had come in together.
import type { ClaimedJob } from '#core/job.ts';
import { type PushPayload, readPushJob } from '#core/notifications/notice-jobs.ts';
import { shared } from '#core/notifications/plan-notices.ts';
import type { Database } from '#db/database.ts';
import { updateJobPayload } from '#db/jobs/jobs.ts';
import { deleteLockedJobs, lockDelayedNotices } from '#db/notifications/telling-jobs.ts';
import type { ActionContext } from '../context.ts';

type DelayedNotice = Omit<PushPayload, 'subscriptionId'> & { subscriptionId?: string };

/**
 * The first job takes the records of the others, and deletes them: their workers send nothing.
 * Returns the records that the job is about; none when another job has taken them.
 */
export function gatherNotices(
  db: Database,
  job: ClaimedJob,
  context: ActionContext,
): Promise<string[]> {
  const { brandId, kind } = job;
  return db.transaction(async (trx) => {
    const notice: DelayedNotice = readPushJob(job.payload);
    const { accountId, subscriptionId = null, kind: noticeKind } = notice;
    const alike = { brandId, kind, accountId, subscriptionId, noticeKind, now: context.now() };
    await trx.waitForLocks([`delayed notices ${brandId} ${accountId}`]);
    const waiting = await lockDelayedNotices(trx, alike);
    if (!waiting.some(({ id, claims }) => id === job.id && claims === job.claims)) return [];
    const told = waiting.flatMap(({ payload }) => readPushJob(payload).subjectIds);
    const notices = shared(told.map((subjectId) => ({ kind: noticeKind, subjectId })));
    if (notices.length > 1 || waiting.length === 1) return notice.subjectIds;
    const { subjectIds } = notices[0]!;
    const { isDelayed: _isDelayed, ...gathered } = { ...notice, subjectIds };
    await updateJobPayload(trx, job, JSON.stringify(gathered));
    await deleteLockedJobs(
      trx,
      brandId,
      waiting.filter(({ id }) => id !== job.id),
    );
    return subjectIds;
  });
}
