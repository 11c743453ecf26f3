// The permanent job of a brand that tells its members of events.
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
