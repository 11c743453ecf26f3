// The jobs in a calendar.
import { columns } from '../columns.ts';
import type { Database } from '../database.ts';

interface CalendarWindow {
  brandId: string;
  from: number;
  now: number;
  to: number;
  /** Jobs deleted since then are still included. */
  deletedSince: number;
}

/** Ids of planned jobs, nearest to now first: past jobs, then future ones. */
export async function findPlannedJobs(
  db: Database,
  { brandId, from, now, to, deletedSince }: CalendarWindow,
  { pastMax, comingMax }: { pastMax: number; comingMax: number },
): Promise<string[]> {
  // The expression of the index, which sorts unplanned jobs into the far future.
  const start = `coalesce(scheduled_start, ${db.dialect.noPlannedStart})`;
  const between = (order: 'asc' | 'desc', since: number, before: number, most: number) =>
    db.all<{ id: string }>(
      `select id from work_items where brand_id = ? and phase = 'job'
          and ${start} >= ? and ${start} < ? and (deleted_at is null or deleted_at >= ?)
        order by ${start} ${order}, id ${order} limit ?`,
      brandId,
      since,
      before,
      deletedSince,
      most,
    );
  const past = await between('desc', from, now, pastMax);
  const coming = await between('asc', now, to, comingMax);
  return [...past, ...coming].map(({ id }) => id);
}

/** Unplanned jobs that changed recently, last changed first. */
export async function findUnplannedJobs(
  db: Database,
  { brandId, changedSince, most }: { brandId: string; changedSince: number; most: number },
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `select id from work_items where brand_id = ? and phase = 'job' and updated_at >= ?
        and scheduled_start is null
      order by updated_at desc, id desc limit ?`,
    brandId,
    changedSince,
    most,
  );
  return rows.map(({ id }) => id);
}

/** Changes to the schedule of jobs, oldest first. */
export async function findPlanChanges(
  db: Database,
  { brandId, ids, since }: { brandId: string; ids: readonly string[]; since: number },
): Promise<{ subjectId: string; changes: string }[]> {
  if (ids.length === 0) return [];
  return db.all(
    `select ${columns('events', ['subjectId', 'changes'])} from events
      where brand_id = ? and subject_id in (${ids.map(() => '?').join(', ')}) and created_at >= ?
        and changes is not null
      order by position`,
    brandId,
    ...ids,
    since,
  );
}
