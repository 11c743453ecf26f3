// A page of leads or jobs, each with its customer and address, as the bytes of the answer.
import { presentAddress, presentCustomer, presentWorkItem } from '#core/present.ts';
import { findAddresses } from '#db/addresses.ts';
import { findCustomers } from '#db/customers.ts';
import type { Database } from '#db/database.ts';
import { RecordCache } from '#db/record-cache.ts';
import { findWorkItemPage, type WorkItemPageRequest } from '#db/work-item-pages.ts';
import { findWorkItems } from '#db/work-items.ts';
import { searchWorkItemPage } from '#db/work-item-search.ts';
import { findPhotos } from '#db/photos.ts';
import { type ListPage, listBody, pageOf } from './list-page.ts';

const cacheBytesMax = 16 * 1024 * 1024;
const records = new RecordCache(cacheBytesMax);

export async function listWorkItems(
  db: Database,
  { words, ...request }: WorkItemPageRequest & { words: string[] | undefined },
): Promise<ListPage> {
  const keys = words
    ? await searchWorkItemPage(db, request, words)
    : await findWorkItemPage(db, request);
  const { rows, next } = pageOf(keys, request.limit);
  const json = await records.get(rows, (ids) => load(db, request.brandId, ids));
  return { body: listBody(json, request.limit), next };
}

async function load(db: Database, brandId: string, ids: string[]): Promise<Map<string, string>> {
  const items = await findWorkItems(db, brandId, ids);
  const customerIds = new Set(items.map((item) => item.customerId));
  const addressIds = new Set(items.flatMap((item) => item.addressId ?? []));
  const withPhotos = items.filter((item) => item.photoCount !== null).map((item) => item.id);
  const customers = await findCustomers(db, brandId, [...customerIds]);
  const addresses = await findAddresses(db, brandId, [...addressIds]);
  const photos = await findPhotos(db, brandId, withPhotos);

  const customerOf = new Map(customers.map((customer) => [customer.id, customer]));
  const addressOf = new Map(addresses.map((address) => [address.id, address]));
  const photosOf = Map.groupBy(photos, (photo) => photo.workItemId);
  return new Map(
    items.map((item) => {
      const address = item.addressId === null ? null : addressOf.get(item.addressId)!;
      const listed = {
        ...presentWorkItem(item, photosOf.get(item.id) ?? []),
        customer: presentCustomer(customerOf.get(item.customerId)!),
        address: address && presentAddress(address),
      };
      return [item.id, JSON.stringify(listed)];
    }),
  );
}
