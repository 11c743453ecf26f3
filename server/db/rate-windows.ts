import { longWindowMark, type RateWindow } from '#core/requests/rate-window.ts';
import type { Database } from './database.ts';
import { deleteFirst } from './delete-first.ts';

interface Taking {
  subject: string;
  count: number;
  /** What is over it is not kept. */
  limit: number;
  now: number;
  windowMs: number;
}

/** Counts so many more in the subject's window, or begins a new one when that is over. */
export async function takeFromSharedWindow(
  db: Database,
  { subject, count, limit, now, windowMs }: Taking,
): Promise<RateWindow> {
  const row = await db.first<RateWindow>(
    `insert into rate_windows (subject, started_at, taken) values (?, ?, ?)
      on conflict (subject) do update set
        taken = excluded.taken + case
          when rate_windows.started_at <= ? then 0
          when rate_windows.taken < ? then rate_windows.taken
          else ? end,
        started_at = case
          when rate_windows.started_at <= ? then excluded.started_at
          else rate_windows.started_at end
      returning started_at as "startedAt", taken`,
    subject,
    now,
    count,
    now - windowMs,
    limit,
    limit,
    now - windowMs,
  );
  return row!;
}

/** One less, for what did not count after all. */
export async function giveBackToSharedWindow(db: Database, subject: string): Promise<void> {
  await db.run(
    'update rate_windows set taken = taken - 1 where subject = ? and taken > 0',
    subject,
  );
}

export function deleteOldRateWindows(
  db: Database,
  { before, longBefore, most }: { before: number; longBefore: number; most: number },
): Promise<number> {
  return deleteFirst(db, {
    table: 'rate_windows',
    among: [`(started_at < ? or subject not like '${longWindowMark}%')`, longBefore],
    by: 'started_at',
    before,
    most,
  });
}
