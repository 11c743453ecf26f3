// The words under which work items are found: their own, and those of their customer and address.
import { wordsOfWorkItem } from '#core/search/search-words.ts';
import { shareAddresses } from '#db/addresses/addresses.ts';
import { findCustomerTexts } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import type { WorkItemText } from '#db/work-items/work-items.ts';

/** Replaces the entries of these work items in the word index. */
export async function indexWorkItems(trx: Database, items: readonly WorkItemText[]): Promise<void> {
  // The addresses first: while their lock was awaited, a customer may have changed.
  const places = items.flatMap(({ brandId, addressId: id }) =>
    id === null ? [] : { brandId, id },
  );
  const addressOf = byId(await shareAddresses(trx, [...byId(places).values()]));
  const people = items.map(({ brandId, customerId: id }) => ({ brandId, id }));
  const customerOf = byId(await findCustomerTexts(trx, [...byId(people).values()]));
  await trx.workItemSearch.replace(
    items.map((item) => {
      const { brandId, id, customerId, addressId } = item;
      const address = addressOf.get(addressId ?? '') ?? null;
      return { brandId, id, words: wordsOfWorkItem(item, customerOf.get(customerId)!, address) };
    }),
  );
}

function byId<One extends { id: string }>(records: readonly One[]): Map<string, One> {
  return new Map(records.map((one) => [one.id, one]));
}
