import { cityKeyOf, postalCodeKeyOf } from '#core/addresses/address-keys.ts';
import { presentAddress } from '#core/present.ts';
import type { AddressPageRequest } from '#db/addresses/address-pages.ts';
import { findAddresses } from '#db/addresses/addresses.ts';
import type { Database } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import {
  eachOf,
  type ListResult,
  listBody,
  type ListCall,
  pageOf,
  readPageOf,
} from '../list-page.ts';

export function listAddresses(
  db: Database,
  request: ListCall<AddressPageRequest>,
): Promise<ListResult> {
  return readPageOf(request, async (asked) => {
    const found = await findPage(db, 'addresses', { ...asked, filters: asKeys(asked.filters) });
    if (found === 'too_broad' || 'soFar' in found) return found;
    const { rows, next } = pageOf(found.keys, asked.limit, found.next);
    const ids = rows.map((row) => row.id);
    const addresses = await findAddresses(db, asked.brandId, ids);
    const byId = new Map(addresses.map((address) => [address.id, address]));
    const json = eachOf(ids, byId).map((address) =>
      Buffer.from(JSON.stringify(presentAddress(address))),
    );
    return { body: listBody(json, asked.limit), next };
  });
}

/** Normalises cities and postal codes to their search keys. */
function asKeys({ city, postalCode }: AddressPageRequest['filters']) {
  return {
    ...(city && { city: city.map(cityKeyOf) }),
    ...(postalCode && { postalCode: postalCode.map(postalCodeKeyOf) }),
  };
}
