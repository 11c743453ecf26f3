// When jobs are due that nobody is at.
import type { JobClaim } from '#core/job.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';
import type { JobsOfLanes } from '../jobs/jobs.ts';

/** Those that were put off to that time or later are due now. */
export async function wakeJobsOf(
  db: Database,
  { brandId, lanes }: JobsOfLanes,
  { now, restingUntil }: { now: number; restingUntil: number },
): Promise<void> {
  const woken = await db.run(
    `update jobs set due_at = ?, planned_at = ? where brand_id = ? and lane in (${marks(lanes)})
      and leased_until is null and due_at >= ?`,
    now,
    now,
    brandId,
    ...lanes,
    restingUntil,
  );
  if (woken > 0) await db.notify('jobs');
}

/**
 * Due now, unless somebody is at it; false when there is no such job. One that is leased is not even locked:
 * whoever renews its lease may be waiting for a job that we hold.
 */
export async function hurryJob(
  db: Database,
  { brandId, id, now }: { brandId: string; id: string; now: number },
): Promise<boolean> {
  const changed = await db.run(
    `update jobs set due_at = ?, planned_at = ?
      where brand_id = ? and id = ? and leased_until is null`,
    now,
    now,
    brandId,
    id,
  );
  if (changed > 0) await db.notify('jobs');
  return changed > 0 || (await hasJob(db, { brandId, id }));
}

async function hasJob(db: Database, { brandId, id }: Omit<JobClaim, 'claims'>): Promise<boolean> {
  const found = await db.first('select id from jobs where brand_id = ? and id = ?', brandId, id);
  return found !== undefined;
}

/** For a start that knows that every earlier worker is dead. */
export function endLeases(db: Database, now: number): Promise<number> {
  return db.run(
    'update jobs set due_at = ?, planned_at = ?, leased_until = null where leased_until is not null',
    now,
    now,
  );
}

interface Replanning {
  now: number;
  /** Plans that were made after that time are not believed. */
  plannedAfter: number;
  /** Jobs that are due then wait for something else than time. */
  never: number;
}

/**
 * For jobs that were planned by a clock that was ahead: from now on they wait for as long as they should have from then
 * on. Returns how many they were.
 */
export async function replanJobs(
  db: Database,
  { now, plannedAfter, never }: Replanning,
): Promise<number> {
  // In the order in which all others lock them too.
  await db.all(
    `select id from jobs where planned_at > ? order by brand_id, id${db.dialect.forUpdate}`,
    plannedAfter,
  );
  const replanned = await db.run(
    `update jobs set due_at = due_at - (planned_at - ?), leased_until = leased_until - (planned_at - ?),
        planned_at = ?
      where planned_at > ? and due_at < ?`,
    now,
    now,
    now,
    plannedAfter,
    never,
  );
  if (replanned === 0) return 0;
  // A retry has the id of its delivery, which tells when it comes.
  await db.run(
    `update webhook_deliveries set next_attempt_at = (
        select due_at from jobs
          where jobs.brand_id = webhook_deliveries.brand_id and jobs.id = webhook_deliveries.id)
      where (brand_id, id) in (
        select brand_id, id from jobs where planned_at = ? and kind = 'retryDelivery'
          and leased_until is null)`,
    now,
  );
  await db.notify('jobs');
  return replanned;
}
