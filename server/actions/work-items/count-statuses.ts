// The number of leads and jobs per status, counted up to a limit.
import type { Status } from '#contract/work-item-lists.ts';
import type { Database } from '#db/database.ts';
import { type CountFilters, countInStatus } from '#db/work-items/status-counts.ts';

interface CountedStatus {
  count: number;
  /** The count is a lower bound. */
  isMore: boolean;
}

interface CountRequest {
  brandId: string;
  statuses: readonly Status[];
  filters: CountFilters;
}

const countMax = 1_000;
// Rows scanned per status: deleted, archived and filtered-out items lie between those counted.
const newestMax = 2_000;
const newestFilteredMax = 5_000;

export async function countStatuses(
  db: Database,
  { brandId, statuses, filters }: CountRequest,
): Promise<Partial<Record<Status, CountedStatus>>> {
  const newest = Object.keys(filters).length > 0 ? newestFilteredMax : newestMax;
  const counts: Partial<Record<Status, CountedStatus>> = {};
  for (const status of statuses) {
    const { found, lookedAt } = await countInStatus(db, { brandId, status, filters, newest });
    counts[status] = {
      count: Math.min(found, countMax),
      isMore: found > countMax || lookedAt === newest,
    };
  }
  return counts;
}
