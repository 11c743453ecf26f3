// What the page of a lead or job reads and changes.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type Address,
  type Customer,
  responseOf,
  type WorkItem,
  type WorkItemPatch,
} from '../../../../sdk/src/index.ts';
import { client, clientAnew } from '../../api/client.ts';
import { kinds, queries, readAgain } from '../../app/queries.ts';

/** The version is kept beside the record: copies of a record have none. */
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

/** As it is now, whatever was read before or is on its way. */
export async function readAnew(id: string): Promise<ReadItem> {
  const read = withVersion(await clientAnew.workItems.get(id));
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
  void readAgain(kinds.workItems);
}

function withVersion(item: WorkItem): ReadItem {
  return { item, version: responseOf(item)?.etag ?? '' };
}
