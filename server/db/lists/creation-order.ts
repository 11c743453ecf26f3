// Records are created in the order in which they arrive, as long as the clock is not set back. Word
// indexes that are in the order of arrival can be read in that of creation then, so it is noted when the two
// part. With several servers, each with a clock, there is no such order.
import type { Database } from '../database.ts';

export async function isCreationInArrivalOrder(db: Database): Promise<boolean> {
  if (!db.keepsArrivalOrder) return false;
  const row = await db.first<{ revision: number }>(
    `select revision from revisions where subject = 'clockSetBack'`,
  );
  return row?.revision === 0;
}

/** To be called in the transaction that creates records, with the time they get. */
export async function noteCreationTime(db: Database, now: number): Promise<void> {
  if (!db.keepsArrivalOrder) return;
  if (now >= (await latestCreationTime(db))) return;
  await db.run(`update revisions set revision = revision + 1 where subject = 'clockSetBack'`);
}

/** When the record that came last was created; 0 if there is none, or no last one. */
export async function latestCreationTime(db: Database): Promise<number> {
  if (!db.keepsArrivalOrder) return 0;
  // Customers come with work items, addresses also by themselves.
  const row = await db.first<{ at: number }>(
    `select max(coalesce((select created_at from work_items order by seq desc limit 1), 0),
      coalesce((select created_at from addresses order by seq desc limit 1), 0)) as at`,
  );
  return row?.at ?? 0;
}
