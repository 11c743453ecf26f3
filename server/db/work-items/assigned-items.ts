import { closedStatuses } from '#core/work-items/follow-up.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';

/** Up to `most` work items that the member still has to do. */
export async function findOpenItemsOf(
  db: Database,
  { brandId, assigneeId, most }: { brandId: string; assigneeId: string; most: number },
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    `select id from work_items where brand_id = ? and assignee_id = ? and deleted_at is null
      and status not in (${marks(closedStatuses)}) limit ?`,
    brandId,
    assigneeId,
    ...closedStatuses,
    most,
  );
  return rows.map(({ id }) => id);
}
