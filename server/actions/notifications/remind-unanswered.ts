// Tells the owners of a lead that nobody has answered in time: once.
import { answerMinutesOf, workingHoursOf } from '#core/notifications/brand-settings.ts';
import { workingDeadline } from '#core/notifications/clock-hours.ts';
import { wants, type Way } from '#core/notifications/plan-notices.ts';
import type { ClaimedJob } from '#core/job.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { deferJob, dropJob, enqueueJobs, lockJob } from '#db/jobs/jobs.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { timeZoneOfBrand } from '../accounts/brands.ts';
import { jobsOf, readListeners } from './tell-members.ts';

const ways: readonly Way[] = ['push', 'email'];

export function remindUnanswered(
  db: Database,
  { job, sendsMail }: { job: ClaimedJob; sendsMail: boolean },
  context: ActionContext,
): Promise<void> {
  const { brandId, subject: subjectId } = job;
  return db.transaction(async (trx) => {
    const brand = await findBrand(trx, brandId);
    if (!brand || !(await lockJob(trx, job))) return;
    const [item] = await findWorkItems(trx, brandId, [subjectId]);
    const minutes = answerMinutesOf(brand);
    const isWaiting =
      item?.status === 'request' && item.deletedAt === null && item.archivedAt === null;
    if (!isWaiting || minutes === 0) return void (await dropJob(trx, job));
    const hours = { ...workingHoursOf(brand), timeZone: timeZoneOfBrand(brand) };
    const dueAt = workingDeadline(item.createdAt, minutes, hours);
    const now = context.now();
    // The settings were changed meanwhile.
    if (dueAt > now) return void (await deferJob(trx, job, { now, dueAt }));
    const { listeners, ...rest } = await readListeners(trx, brandId);
    const notices = listeners
      .filter(({ role }) => role === 'owner')
      .flatMap(({ accountId, ...wanted }) =>
        ways
          .filter((way) => wants(wanted[way], 'unanswered'))
          .map((way) => ({ accountId, way, kind: 'unanswered' as const, subjectId, count: 1 })),
      );
    await enqueueJobs(trx, jobsOf(notices, { brand, sendsMail, ...rest }, context));
    await dropJob(trx, job);
  });
}
