import { longWindowMark, type RateWindow } from '#core/requests/rate-window.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';

interface Taking {
  subject: string;
  now: number;
  windowMs: number;
  limit: number;
  /** How many requests are taken at once. */
  share: number;
}

// More than the clocks of two servers differ. A window that starts later comes from a clock that
// was ahead.
const aheadMsMax = 1_000;

/**
 * Takes a share of the subject's window, or starts a new window after the old one. An exhausted
 * window has `limit + share` taken.
 */
export async function takeFromSharedWindow(
  db: Database,
  { subject, now, windowMs, limit, share }: Taking,
): Promise<RateWindow> {
  const isOver = '(rate_windows.started_at <= ? or rate_windows.started_at > ?)';
  const bounds = [now - windowMs, now + aheadMsMax] as const;
  const row = await db.first<RateWindow>(
    `insert into rate_windows (subject, started_at, taken) values (?, ?, ?)
      on conflict (subject) do update set
        taken = case
          when ${isOver} then excluded.taken
          when rate_windows.taken < ? then rate_windows.taken + excluded.taken
          else ? end,
        started_at = case
          when ${isOver} then excluded.started_at
          else rate_windows.started_at end
      returning started_at as "startedAt", taken`,
    subject,
    now,
    share,
    ...bounds,
    limit,
    limit + share,
    ...bounds,
  );
  return row!;
}

/** Gives one request back that does not count after all. */
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
