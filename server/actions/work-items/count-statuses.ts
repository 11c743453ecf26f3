// How many leads and jobs there are in each status, counted so far as somebody can take in.
import type { Status } from '#contract/work-item-lists.ts';
import type { Database } from '#db/database.ts';
import { type CountFilters, countInStatus } from '#db/work-items/status-counts.ts';

interface CountedStatus {
  count: number;
  /** There are more than that, or there may be. */
  isMore: boolean;
}

interface CountAsked {
  brandId: string;
  statuses: readonly Status[];
  filters: CountFilters;
}

const countMax = 1_000;
// Others lie in between: deleted and archived ones, and under filters those that do not fit.
const newestMax = 2_000;
const newestFilteredMax = 5_000;

export async function countStatuses(
  db: Database,
  { brandId, statuses, filters }: CountAsked,
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
