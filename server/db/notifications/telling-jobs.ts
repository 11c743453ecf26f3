// The jobs that tell members: the permanent one of a brand, its reminders and its notices.
import type { JobClaim, JobKind } from '#core/job.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';

/** Makes the job read new events; a running one looks for more before it ends. */
export async function wakeTelling(db: Database, brandId: string, now: number): Promise<void> {
  // Runs for every batch of leads, and most brands have no such job.
  const woken = await db.run(
    `update jobs set due_at = ?, planned_at = ?
      where brand_id = ? and id = ? and leased_until is null and due_at > ?`,
    now,
    now,
    brandId,
    brandId,
    now,
  );
  if (woken > 0) await db.notify('jobs');
}

/** Makes the brand's reminders of unanswered leads due: they look up when they are due now. */
export async function hurryReminders(
  db: Database,
  { brandId, now }: { brandId: string; now: number },
): Promise<void> {
  const hurried = await db.run(
    `update jobs set due_at = ?, planned_at = ?
      where brand_id = ? and kind = 'remindUnanswered' and leased_until is null`,
    now,
    now,
    brandId,
  );
  if (hurried > 0) await db.notify('jobs');
}

/** Makes a member's waiting notices due: they look up whether it is still quiet. */
export async function hurryNotices(
  db: Database,
  { brandId, accountId, now }: { brandId: string; accountId: string; now: number },
): Promise<void> {
  const hurried = await db.run(
    `update jobs set due_at = ?, planned_at = ?
      where brand_id = ? and kind in ('pushNotice', 'mailNotice') and failures = 0
        and leased_until is null and due_at > ? and payload ->> 'accountId' = ?`,
    now,
    now,
    brandId,
    now,
    accountId,
  );
  if (hurried > 0) await db.notify('jobs');
}

/**
 * Locks a reminder, and the brand's others that are due by then and that no worker has claimed. It
 * waits for locks, since claimJobs locks one due job more than it claims.
 */
export async function lockReminders(
  db: Database,
  { brandId, id }: JobClaim,
  { until, most }: { until: number; most: number },
): Promise<(JobClaim & { subject: string })[]> {
  const due = await db.all<{ id: string }>(
    `select id from jobs where brand_id = ? and kind = 'remindUnanswered' and leased_until is null
      and due_at <= ? order by due_at limit ?`,
    brandId,
    until,
    most - 1,
  );
  const ids = [id, ...due.map((each) => each.id)];
  // Every transaction locks jobs in this order.
  return db.all(
    `select brand_id as "brandId", id, claims, subject from jobs
      where brand_id = ? and id in (${marks(ids)}) and (id = ? or leased_until is null)
      order by id${db.dialect.forUpdate}`,
    brandId,
    ...ids,
    id,
  );
}

/** Call it with the jobs locked. */
export async function deferReminders(
  db: Database,
  jobs: readonly (JobClaim & { dueAt: number })[],
  now: number,
): Promise<void> {
  await db.updateEach(
    `update jobs set due_at = ?, planned_at = ?, leased_until = null
      where brand_id = ? and id = ? and claims = ?`,
    jobs.map(({ brandId, id, claims, dueAt }) => [dueAt, now, brandId, id, claims]),
  );
}

/** Call it with the jobs locked. */
export async function deleteLockedJobs(
  db: Database,
  brandId: string,
  jobs: readonly { id: string }[],
): Promise<void> {
  if (jobs.length === 0) return;
  const ids = jobs.map(({ id }) => id);
  await db.run(`delete from jobs where brand_id = ? and id in (${marks(ids)})`, brandId, ...ids);
}

interface DelayedNotices {
  brandId: string;
  kind: JobKind;
  accountId: string;
  /** Of pushes; null for mails. */
  subscriptionId: string | null;
  noticeKind: string;
  now: number;
}

/**
 * Locks the notices of one kind that waited for the end of quiet hours, those of other workers
 * included. Every transaction locks jobs in this order.
 */
export function lockDelayedNotices(
  db: Database,
  { brandId, kind, accountId, subscriptionId, noticeKind, now }: DelayedNotices,
): Promise<(JobClaim & { payload: string })[]> {
  return db.all(
    `select brand_id as "brandId", id, claims, payload from jobs
      where brand_id = ? and kind = ? and failures = 0 and (leased_until is not null or due_at <= ?)
        and payload ->> 'accountId' = ? and payload ->> 'kind' = ?
        and payload ->> 'isDelayed' is not null and coalesce(payload ->> 'subscriptionId', '') = ?
      order by id${db.dialect.forUpdate}`,
    brandId,
    kind,
    now,
    accountId,
    noticeKind,
    subscriptionId ?? '',
  );
}
