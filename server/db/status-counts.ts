import type { Status } from '#contract/work-item-lists.ts';
import type { Database } from './database.ts';

interface StatusCount {
  /** Of those that were looked at. */
  found: number;
  lookedAt: number;
}

/** How many of the newest work items in a status are neither deleted nor archived. */
export async function countInStatus(
  db: Database,
  { brandId, status, newest }: { brandId: string; status: Status; newest: number },
): Promise<StatusCount> {
  const row = await db.first<StatusCount>(
    `select count(*) as "lookedAt",
        count(case when deleted_at is null and archived_at is null then 1 end) as found
      from (
        select deleted_at, archived_at from work_items where brand_id = ? and status = ?
          order by created_at desc, id desc limit ?
      ) as newest`,
    brandId,
    status,
    newest,
  );
  return row!;
}
