// A work item is found by the words of its customer and address too. When those change, its entry in the
// word index is rebuilt: immediately for the first few items, the rest in chunks, so that a customer with
// tens of thousands of items blocks nobody.
import { nilUuid } from '#core/uuid-v7.ts';
import { indexStaleCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import {
  dropSearchRefresh,
  findSearchRefresh,
  lockSearchRefreshes,
  putSearchRefreshes,
} from '#db/lists/search-refreshes.ts';
import type { SearchRefreshRow } from '#db/tables.ts';
import { findWorkItemTexts } from '#db/work-items/work-items.ts';
import { indexWorkItems } from '../work-items/index-work-items.ts';

const itemsAtOnce = 200;
const customersAtOnce = 200;

/** Call this in the transaction that changed these customers or addresses. */
export async function refreshSearch(
  trx: Database,
  subject: SearchRefreshRow['subject'],
  records: readonly { brandId: string; id: string }[],
): Promise<void> {
  const whole = records.map(({ brandId, id }) => ({
    brandId,
    subject,
    subjectId: id,
    afterCreatedAt: 0,
    afterId: nilUuid,
  }));
  // Lock order: continueSearchRefresh also locks the refresh row before the index entries.
  const earlier = await lockSearchRefreshes(trx, whole);
  const left = await refreshChunks(trx, subject, whole);
  await putSearchRefreshes(trx, left);
  const isLeft = new Set(left.map((refresh) => refresh.subjectId));
  for (const refresh of earlier) {
    if (!isLeft.has(refresh.subjectId)) await dropSearchRefresh(trx, refresh);
  }
}

/** Rebuilds the next chunk; returns whether more is left. */
export function continueSearchRefresh(db: Database): Promise<boolean> {
  return db.transaction(async (trx) => {
    const refresh = await findSearchRefresh(trx);
    if (refresh) await refreshNext(trx, refresh);
    return (await findSearchRefresh(trx)) !== undefined;
  });
}

async function refreshNext(trx: Database, refresh: SearchRefreshRow): Promise<void> {
  const left = await refreshChunks(trx, refresh.subject, [refresh]);
  if (left.length > 0) await putSearchRefreshes(trx, left);
  else await dropSearchRefresh(trx, refresh);
}

/** Rebuilds a chunk of each refresh; returns the unfinished ones with their new position. */
async function refreshChunks(
  trx: Database,
  subject: SearchRefreshRow['subject'],
  refreshes: readonly SearchRefreshRow[],
): Promise<SearchRefreshRow[]> {
  const items = await findWorkItemTexts(trx, subject, refreshes, itemsAtOnce);
  await indexWorkItems(trx, items);
  const itemsOf = Map.groupBy(items, (item) =>
    subject === 'customer' ? item.customerId : item.addressId,
  );
  return refreshes.flatMap((refresh) => {
    const own = itemsOf.get(refresh.subjectId) ?? [];
    if (own.length < itemsAtOnce) return [];
    const { createdAt, id } = own.at(-1)!;
    return [{ ...refresh, afterCreatedAt: createdAt, afterId: id }];
  });
}

/**
 * Indexes customers whose entry in the word index is missing or stale, as a server of an older
 * release writes them during a rolling upgrade. Returns whether there may be more.
 */
export async function reindexStaleCustomers(db: Database): Promise<boolean> {
  const indexed = await db.transaction((trx) => indexStaleCustomers(trx, customersAtOnce));
  return indexed === customersAtOnce;
}
