// Queries and updates of the lead or job page.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type Address,
  type Customer,
  responseOf,
  type WorkItem,
  type WorkItemPatch,
} from '../../../../sdk/src/index.ts';
import { client, uncachedClient } from '../../api/client.ts';
import { kinds, queries, invalidate } from '../../app/queries.ts';

/** The ETag is stored separately: `responseOf` does not work on copies of the record. */
export interface ReadItem {
  item: WorkItem;
  version: string;
}

const keyOf = (id: string) => [kinds.workItems, 'one', id];

export function useItem(id: string): UseQueryResult<ReadItem> {
  return useQuery({ queryKey: keyOf(id), queryFn: () => readItem(id) });
}

async function readItem(id: string): Promise<ReadItem> {
  return withVersion(await client.workItems.get(id));
}

/** Bypasses the caches, and cancels a pending fetch. */
export async function readUncached(id: string): Promise<ReadItem> {
  const read = withVersion(await uncachedClient.workItems.get(id));
  await queries.cancelQueries({ queryKey: keyOf(id) });
  queries.setQueryData(keyOf(id), read);
  return read;
}

export function useCustomerOf(item: WorkItem): UseQueryResult<Customer> {
  const { customerId } = item;
  return useQuery({
    queryKey: [kinds.customers, 'of-item', customerId],
    queryFn: () => client.customers.get(customerId),
  });
}

export function useAddressOf({ addressId }: WorkItem): UseQueryResult<Address | null> {
  return useQuery({
    queryKey: [kinds.workItems, 'address', addressId],
    queryFn: () => (addressId === null ? null : client.addresses.get(addressId)),
  });
}

export async function changeItem(
  id: string,
  patch: WorkItemPatch,
  ifMatch?: string,
): Promise<void> {
  const item = await client.workItems.update(id, patch, { ifMatch });
  queries.setQueryData(keyOf(id), withVersion(item));
  void invalidate(kinds.workItems);
}

function withVersion(item: WorkItem): ReadItem {
  return { item, version: responseOf(item)?.etag ?? '' };
}
