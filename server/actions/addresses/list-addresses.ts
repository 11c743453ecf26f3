import { cityKeyOf, postalCodeKeyOf } from '#core/addresses/address-keys.ts';
import { presentAddress } from '#core/present.ts';
import type { AddressPageRequest } from '#db/addresses/address-pages.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import type { Database } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import { type ListResult, listBody, type ListCall, pageOf } from '../list-page.ts';

export async function listAddresses(
  db: Database,
  request: ListCall<AddressPageRequest>,
): Promise<ListResult> {
  const found = await findPage(db, 'addresses', { ...request, filters: asKeys(request.filters) });
  if (found === 'too_broad' || 'soFar' in found) return found;
  const { rows, next } = pageOf(found.keys, request.limit, found.next);
  const ids = rows.map((row) => row.id);
  const addresses = await findAddresses(db, request.brandId, ids);
  const byId = new Map(addresses.map((address) => [address.id, address]));
  const json = ids.map((id) => Buffer.from(JSON.stringify(presentAddress(byId.get(id)!))));
  return { body: listBody(json, request.limit), next };
}

/** Normalises cities and postal codes to their search keys. */
function asKeys({ city, postalCode }: AddressPageRequest['filters']) {
  return {
    ...(city && { city: city.map(cityKeyOf) }),
    ...(postalCode && { postalCode: postalCode.map(postalCodeKeyOf) }),
  };
}
