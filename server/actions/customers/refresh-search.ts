// A work item is found by the words of its customer too. When those change, its entry in the word index
// is rebuilt: immediately for the first few items, the rest in chunks, so that a customer with tens of
// thousands of items blocks nobody.
import type { CustomerRecord } from '#core/records.ts';
import { wordsOfWorkItem } from '#core/search/search-words.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { findCustomers, indexStaleCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import {
  dropSearchRefresh,
  findSearchRefresh,
  lockSearchRefreshes,
  putSearchRefreshes,
} from '#db/lists/search-refreshes.ts';
import type { SearchRefreshRow } from '#db/tables.ts';
import { findWorkItemTexts } from '#db/work-items/work-items.ts';

const itemsAtOnce = 200;
const customersAtOnce = 200;

/** Call this in the transaction that changed these customers. */
export async function refreshSearch(
  trx: Database,
  customers: readonly CustomerRecord[],
): Promise<void> {
  const whole = customers.map(({ brandId, id }) => ({
    brandId,
    customerId: id,
    afterCreatedAt: 0,
    afterId: nilUuid,
  }));
  // Lock order: continueSearchRefresh also locks the refresh row before the index entries.
  const earlier = await lockSearchRefreshes(trx, whole);
  const left = await refreshChunks(trx, whole, customers);
  await putSearchRefreshes(trx, left);
  const isLeft = new Set(left.map((refresh) => refresh.customerId));
  for (const refresh of earlier) {
    if (!isLeft.has(refresh.customerId)) await dropSearchRefresh(trx, refresh);
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
  const customers = await findCustomers(trx, refresh.brandId, [refresh.customerId]);
  const left = await refreshChunks(trx, customers.length > 0 ? [refresh] : [], customers);
  if (left.length > 0) await putSearchRefreshes(trx, left);
  else await dropSearchRefresh(trx, refresh);
}

/** Rebuilds a chunk of each refresh; returns the unfinished ones with their new position. */
async function refreshChunks(
  trx: Database,
  refreshes: readonly SearchRefreshRow[],
  customers: readonly CustomerRecord[],
): Promise<SearchRefreshRow[]> {
  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  const items = await findWorkItemTexts(trx, refreshes, itemsAtOnce);
  await trx.workItemSearch.replace(
    items.map((item) => {
      const { brandId, id, customerId } = item;
      return { brandId, id, words: wordsOfWorkItem(item, customerOf.get(customerId)!) };
    }),
  );
  const itemsOf = Map.groupBy(items, (item) => item.customerId);
  return refreshes.flatMap(({ brandId, customerId }) => {
    const own = itemsOf.get(customerId) ?? [];
    if (own.length < itemsAtOnce) return [];
    const { createdAt, id } = own.at(-1)!;
    return [{ brandId, customerId, afterCreatedAt: createdAt, afterId: id }];
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
