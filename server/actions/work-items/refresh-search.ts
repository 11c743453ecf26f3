// A work item is found by the words of its customer too. When those change, its entry in the word index
// is made anew: at once for the first few items, the rest in pieces, so that nobody has to wait for a
// customer with tens of thousands of them.
import { wordsOfWorkItem } from '#core/search/search-words.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { findCustomers } from '#db/customers.ts';
import type { Database } from '#db/database.ts';
import { dropSearchRefresh, findSearchRefresh, putSearchRefresh } from '#db/search-refreshes.ts';
import type { SearchRefreshRow } from '#db/tables.ts';
import { findWorkItemTexts } from '#db/work-items.ts';

const itemsAtOnce = 200;

/** To be called in the transaction that changed the customer. */
export async function refreshSearch(
  trx: Database,
  { brandId, customerId }: { brandId: string; customerId: string },
): Promise<void> {
  // First of all: who goes on with an earlier refresh has that row before it takes up the entries.
  await dropSearchRefresh(trx, { brandId, customerId });
  await refreshPiece(trx, { brandId, customerId, afterCreatedAt: 0, afterId: nilUuid });
}

/** Goes on with what was left; tells whether something still is. */
export function continueSearchRefresh(db: Database): Promise<boolean> {
  return db.transaction(async (trx) => {
    const refresh = await findSearchRefresh(trx);
    if (refresh) await refreshPiece(trx, refresh);
    return (await findSearchRefresh(trx)) !== undefined;
  });
}

async function refreshPiece(trx: Database, refresh: SearchRefreshRow): Promise<void> {
  const { brandId, customerId } = refresh;
  const [customer] = await findCustomers(trx, brandId, [customerId]);
  const items = await findWorkItemTexts(trx, refresh, itemsAtOnce);
  if (customer) {
    await trx.workItemSearch.replace(
      items.map((item) => ({ brandId, id: item.id, words: wordsOfWorkItem(item, customer) })),
    );
  }
  if (items.length < itemsAtOnce) {
    await dropSearchRefresh(trx, refresh);
    return;
  }
  const { createdAt, id } = items.at(-1)!;
  await putSearchRefresh(trx, { brandId, customerId, afterCreatedAt: createdAt, afterId: id });
}
