// Gives a lead or job to another customer.
import type { WorkItem } from '../../../../sdk/src/index.ts';
import { client } from '../../api/client.ts';
import { invalidate, kinds } from '../../app/queries.ts';
import { changeItem } from './item-data.ts';

/** Null for a new customer from the submission. */
export async function giveToCustomer(id: string, customerId: string | null): Promise<WorkItem> {
  const item = await changeItem(id, { customerId });
  void invalidate(kinds.customers);
  return item;
}

/** Archives the customer that was made, unless they got something else meanwhile. */
export async function giveBack(
  { id, customerId }: Pick<WorkItem, 'id' | 'customerId'>,
  madeId: string | null,
): Promise<void> {
  await giveToCustomer(id, customerId);
  if (madeId === null) return;
  const query = { customerId: madeId, archived: 'include', limit: 1 } as const;
  const left = await Promise.all([
    client.leads.list(query).page(),
    client.workItems.list(query).page(),
  ]);
  if (left.every(({ data }) => data.length === 0)) await client.customers.archive(madeId);
  void invalidate(kinds.customers);
}
