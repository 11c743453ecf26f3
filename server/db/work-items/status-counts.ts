import type { Status } from '#contract/work-item-lists.ts';
import type { Database } from '../database.ts';
import { SqlText } from '../sql-text.ts';
import { addFilters, addRanges, type WorkItemFilters } from './work-item-pages.ts';

export type CountFilters = Pick<
  WorkItemFilters,
  'priority' | 'source' | 'tag' | 'assigneeId' | 'createdSince' | 'createdBefore'
>;

interface StatusAsked {
  brandId: string;
  status: Status;
  filters: CountFilters;
  newest: number;
}

interface StatusCount {
  /** Of those read. */
  found: number;
  lookedAt: number;
}

/**
 * How many of the newest work items in a status pass the filters. Deleted and archived ones do not
 * count.
 */
export async function countInStatus(
  db: Database,
  { brandId, status, filters, newest }: StatusAsked,
): Promise<StatusCount> {
  const sql = new SqlText().add('select count(*), count(case when 1 = 1');
  addFilters(db.dialect, sql, filters);
  sql.add(
    ` then 1 end) from (
        select w.created_at, w.deleted_at, w.archived_at, w.priority_rank, w.source, w.tags,
            w.assignee_id
          from work_items w where w.brand_id = ? and w.status = ?`,
    brandId,
    status,
  );
  // Filters without an index are checked for `newest` rows only, so that a rare match costs no more
  // than others.
  addRanges(db.dialect, sql, filters);
  sql.add(' order by w.created_at desc, w.id desc limit ?) w', newest);
  const [row] = await db.rows<[number, number]>(sql);
  const [lookedAt, found] = row!;
  return { found, lookedAt };
}
