// How many leads and jobs there are in each status, counted so far as somebody can take in.
import { type Status, statuses } from '#contract/work-item-lists.ts';
import type { Database } from '#db/database.ts';
import { countInStatus } from '#db/status-counts.ts';

interface CountedStatus {
  count: number;
  /** There are more than that. */
  isMore: boolean;
}

const countMax = 1_000;
// Deleted and archived ones lie in between.
const newestMax = 2_000;

export async function countStatuses(
  db: Database,
  { brandId }: { brandId: string },
): Promise<Record<Status, CountedStatus>> {
  const counts: Partial<Record<Status, CountedStatus>> = {};
  for (const status of statuses) {
    const { found, lookedAt } = await countInStatus(db, { brandId, status, newest: newestMax });
    counts[status] = {
      count: Math.min(found, countMax),
      isMore: found > countMax || lookedAt === newestMax,
    };
  }
  return counts as Record<Status, CountedStatus>;
}
