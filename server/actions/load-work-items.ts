// Work items as lists and events show them: with their customer, address and photos.
import type { ListedWorkItem } from '#contract/work-item.ts';
import { presentAddress, presentCustomer, presentWorkItem } from '#core/present.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import { findCustomers } from '#db/customers/customers.ts';
import type { Database } from '#db/database.ts';
import { findPhotos } from '#db/photos/photos.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';

/** Returns the work items by id; unknown ids are left out, and those deleted meanwhile. */
export async function loadListedWorkItems(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<Map<string, ListedWorkItem>> {
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
    items.flatMap((item) => {
      const customer = customerOf.get(item.customerId);
      const address = item.addressId === null ? null : addressOf.get(item.addressId);
      if (customer === undefined || address === undefined) return [];
      const listed = {
        ...presentWorkItem(item, photosOf.get(item.id) ?? []),
        customer: presentCustomer(customer),
        address: address && presentAddress(address),
      };
      return [[item.id, listed]];
    }),
  );
}
