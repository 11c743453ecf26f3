// Queries and updates of the lead or job page.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type Address,
  type ChangeOptions,
  type Customer,
  NotFoundError,
  responseOf,
  type Submission,
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

/** As a list has it, for the calendar: with the customer and the address that the page has read. */
export function listedOf(item: WorkItem): object {
  const customer = queries.getQueryData([kinds.customers, 'of-item', item.customerId]);
  const address = queries.getQueryData([kinds.workItems, 'address', item.addressId]) ?? null;
  return customer ? { ...item, customer, address } : item;
}

export async function changeItem(
  id: string,
  patch: WorkItemPatch,
  ifMatch?: string,
): Promise<WorkItem> {
  const item = await sendChange(id, patch, { ifMatch });
  void invalidate(kinds.workItems);
  return item;
}

export async function removePhoto(id: string, assetId: string): Promise<void> {
  await client.workItems.removePhoto(id, assetId);
  void invalidate(kinds.workItems);
}

/** Leaves the lists as they are. */
export async function sendChange(
  id: string,
  patch: WorkItemPatch,
  options: ChangeOptions,
): Promise<WorkItem> {
  const item = await client.workItems.update(id, patch, options);
  // Members read what they may change.
  if (!('title' in item)) throw new Error('a member got a mere receipt of a change');
  queries.setQueryData(keyOf(id), withVersion(item));
  return item;
}

/** Null when nothing was sent in. */
export function useSubmission(id: string, enabled = true): UseQueryResult<Submission | null> {
  return useQuery({
    queryKey: [kinds.workItems, 'submission', id],
    queryFn: () => readSubmission(id),
    enabled,
  });
}

async function readSubmission(id: string): Promise<Submission | null> {
  try {
    return await client.workItems.submission(id);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

function withVersion(item: WorkItem): ReadItem {
  return { item, version: responseOf(item)?.etag ?? '' };
}
