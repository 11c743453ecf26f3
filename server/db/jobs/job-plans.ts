// Due times of jobs that no worker has leased.
import type { JobClaim } from '#core/job.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';
import type { JobsOfLanes } from './jobs.ts';

/** Makes jobs due now that were deferred to `restingUntil` or later. */
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
 * Makes a job due now, unless it is leased; false when there is no such job. A leased job is not
 * even locked: the worker that renews its lease may be waiting for a job that we have locked.
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

export async function hasJob(
  db: Database,
  { brandId, id }: Omit<JobClaim, 'claims'>,
): Promise<boolean> {
  const found = await db.first('select id from jobs where brand_id = ? and id = ?', brandId, id);
  return found !== undefined;
}

/** For a start that knows that all earlier workers are dead. */
export function endLeases(db: Database, now: number): Promise<number> {
  return db.run(
    'update jobs set due_at = ?, planned_at = ?, leased_until = null where leased_until is not null',
    now,
    now,
  );
}

interface Replanning {
  now: number;
  /** Due times set after that are not trusted. */
  plannedAfter: number;
  /** Jobs due then wait for an event, not for a time. */
  never: number;
}

/**
 * For jobs planned by a clock that was ahead: they wait as long from now as they should have waited
 * from then. Returns how many.
 */
export async function replanJobs(
  db: Database,
  { now, plannedAfter, never }: Replanning,
): Promise<number> {
  // Every transaction locks jobs in this order.
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
  // A retry has the id of its delivery, which shows the time of the next attempt.
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
