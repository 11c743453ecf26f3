import { countryCodeOf } from '#core/addresses/country-code.ts';
import { erasedAddress } from '#core/erasure/erase.ts';
import { geocode } from '#core/addresses/geocode.ts';
import { findSharedAddresses, lockAddress, updateAddress } from '#db/addresses/addresses.ts';
import { findBrand } from '#db/accounts/brands.ts';
import type { Database } from '#db/database.ts';
import type { ActionContext } from '../context.ts';

interface AddressesOfPerson {
  brandId: string;
  addressIds: readonly string[];
  customerIds: readonly string[];
}

/** Empties the addresses that no other customer shares. Returns the ids of the emptied ones. */
export async function eraseAddresses(
  trx: Database,
  { brandId, addressIds, customerIds }: AddressesOfPerson,
  context: ActionContext,
): Promise<string[]> {
  const ids = [...new Set(addressIds)];
  if (ids.length === 0) return [];
  const shared = await findSharedAddresses(trx, { brandId, ids, customerIds });
  const own = ids.filter((id) => !shared.has(id)).sort();
  const brand = (await findBrand(trx, brandId))!;
  for (const id of own) {
    const address = await lockAddress(trx, { brandId, id });
    if (!address) continue;
    // A country that is neither a code nor a name is free text, and may be personal.
    const country = countryCodeOf(address.country) ?? brand.country;
    const centre = geocode(context.places, { country, city: '' }, brand.country, undefined);
    await updateAddress(trx, erasedAddress(address, { country, centre }));
  }
  return own;
}
