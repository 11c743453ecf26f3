import { findAddresses } from '#db/addresses/addresses.ts';
import { about, type FieldMessage } from '#core/reading/field-message.ts';
import type { Database } from '#db/database.ts';

/** Returns the validation message for an address id that is not the brand's. */
export async function wrongAddress(
  trx: Database,
  brandId: string,
  addressId: string | null | undefined,
): Promise<FieldMessage[]> {
  if (addressId === null || addressId === undefined) return [];
  const [address] = await findAddresses(trx, brandId, [addressId]);
  return address ? [] : [about('addressId', 'address_unknown', 'names no address of the brand')];
}
