// Records arrive in creation order as long as the clock is not set back. Then a word index in order
// of arrival can be read in creation order; `clockSetBack` records when it no longer can. With
// several servers, each with its own clock, there is no such order.
import type { Database } from '../database.ts';

export async function isCreationInArrivalOrder(db: Database): Promise<boolean> {
  if (!db.keepsArrivalOrder) return false;
  const row = await db.first<{ revision: number }>(
    `select revision from revisions where subject = 'clockSetBack'`,
  );
  return row?.revision === 0;
}

/** Call in the transaction that creates records, with their creation time. */
export async function noteCreationTime(db: Database, now: number): Promise<void> {
  if (!db.keepsArrivalOrder) return;
  if (now >= (await latestCreationTime(db))) return;
  await db.run(`update revisions set revision = revision + 1 where subject = 'clockSetBack'`);
}

/** The creation time of the last record; 0 without one, or on PostgreSQL. */
export async function latestCreationTime(db: Database): Promise<number> {
  if (!db.keepsArrivalOrder) return 0;
  // Customers and addresses also arrive without a work item.
  const row = await db.first<{ at: number }>(
    `select max(coalesce((select created_at from work_items order by seq desc limit 1), 0),
      coalesce((select created_at from customers order by seq desc limit 1), 0),
      coalesce((select created_at from addresses order by seq desc limit 1), 0)) as at`,
  );
  return row?.at ?? 0;
}
