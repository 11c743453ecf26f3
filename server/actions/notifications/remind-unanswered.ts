// Tells the owners of leads that nobody has answered in time: once each.
import { answerMinutesOf, workingHoursOf } from '#core/notifications/brand-settings.ts';
import { workingDeadline } from '#core/notifications/clock-hours.ts';
import { shared, wants, type Way } from '#core/notifications/plan-notices.ts';
import type { ClaimedJob } from '#core/job.ts';
import type { WorkItemRecord } from '#core/records.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import { enqueueJobs } from '#db/jobs/jobs.ts';
import { deferReminders, deleteLockedJobs, lockReminders } from '#db/notifications/telling-jobs.ts';
import type { BrandRow } from '#db/tables.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { timeZoneOfBrand } from '../accounts/brands.ts';
import { gatheringMs, jobsOf, readListeners } from './tell-members.ts';

const ways: readonly Way[] = ['push', 'email'];
const remindersAtOnce = 200;

/** With the brand's other reminders that are due: the leads of a weekend have the same deadline. */
export function remindUnanswered(
  db: Database,
  { job, sendsMail }: { job: ClaimedJob; sendsMail: boolean },
  context: ActionContext,
): Promise<void> {
  const { brandId } = job;
  return db.transaction(async (trx) => {
    const brand = await findBrand(trx, brandId);
    const now = context.now();
    const until = now + gatheringMs;
    const jobs = await lockReminders(trx, job, { until, most: remindersAtOnce });
    const isOurs = jobs.some(({ id, claims }) => id === job.id && claims === job.claims);
    if (!brand || !isOurs) return;
    const subjects = jobs.map(({ subject }) => subject);
    const items = await findWorkItems(trx, brandId, subjects);
    const itemsById = new Map(items.map((item) => [item.id, item]));
    const planned = jobs.map((each) => {
      return { ...each, dueAt: deadlineOf(brand, itemsById.get(each.subject)) };
    });
    const late = planned.filter(({ dueAt }) => dueAt !== null && dueAt <= until);
    // The settings were changed meanwhile.
    const early = planned.flatMap((each) => {
      const { brandId, id, claims, dueAt } = each;
      return dueAt !== null && dueAt > until ? [{ brandId, id, claims, dueAt }] : [];
    });
    await deferReminders(trx, early, now);
    const answered = planned.filter(({ dueAt }) => dueAt === null);
    await deleteLockedJobs(trx, brandId, [...late, ...answered]);
    if (late.length === 0) return;
    const { listeners, ...rest } = await readListeners(trx, brandId);
    const told = shared(late.map(({ subject: subjectId }) => ({ kind: 'unanswered', subjectId })));
    const notices = listeners
      .filter(({ role }) => role === 'owner')
      .flatMap(({ accountId, ...wanted }) =>
        ways
          .filter((way) => wants(wanted[way], 'unanswered'))
          .flatMap((way) => told.map((notice) => ({ ...notice, accountId, way }))),
      );
    await enqueueJobs(trx, jobsOf(notices, { brand, sendsMail, ...rest }, context));
  });
}

/** Null for a lead that nobody is to be reminded of. */
function deadlineOf(brand: BrandRow, item: WorkItemRecord | undefined): number | null {
  const minutes = answerMinutesOf(brand);
  const isWaiting =
    item?.status === 'request' && item.deletedAt === null && item.archivedAt === null;
  if (!isWaiting || minutes === 0) return null;
  const hours = { ...workingHoursOf(brand), timeZone: timeZoneOfBrand(brand) };
  return workingDeadline(item.createdAt, minutes, hours);
}
