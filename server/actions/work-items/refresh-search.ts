// A work item is found by the words of its customer too. When those change, its entry in the word index
// is made anew: at once for the first few items, the rest in pieces, so that nobody has to wait for a
// customer with tens of thousands of them.
import type { CustomerRecord } from '#core/records.ts';
import { wordsOfWorkItem } from '#core/search/search-words.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { findCustomers } from '#db/customers/customers.ts';
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

/** To be called in the transaction that changed these customers. */
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
  // First of all: who goes on with an earlier refresh has that row before it takes up the entries.
  const earlier = await lockSearchRefreshes(trx, whole);
  const left = await refreshPieces(trx, whole, customers);
  await putSearchRefreshes(trx, left);
  const isLeft = new Set(left.map((refresh) => refresh.customerId));
  for (const refresh of earlier) {
    if (!isLeft.has(refresh.customerId)) await dropSearchRefresh(trx, refresh);
  }
}

/** Goes on with what was left; tells whether something still is. */
export function continueSearchRefresh(db: Database): Promise<boolean> {
  return db.transaction(async (trx) => {
    const refresh = await findSearchRefresh(trx);
    if (refresh) await goOn(trx, refresh);
    return (await findSearchRefresh(trx)) !== undefined;
  });
}

async function goOn(trx: Database, refresh: SearchRefreshRow): Promise<void> {
  const customers = await findCustomers(trx, refresh.brandId, [refresh.customerId]);
  const left = await refreshPieces(trx, customers.length > 0 ? [refresh] : [], customers);
  if (left.length > 0) await putSearchRefreshes(trx, left);
  else await dropSearchRefresh(trx, refresh);
}

/** A piece of each; returns where those go on that were not done with it. */
async function refreshPieces(
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
