import { findAddresses } from '#db/addresses/addresses.ts';
import type { Database } from '#db/database.ts';

/** Returns the validation message for an address id that is not the brand's. */
export async function wrongAddress(
  trx: Database,
  brandId: string,
  addressId: string | null | undefined,
): Promise<string[]> {
  if (addressId === null || addressId === undefined) return [];
  const [address] = await findAddresses(trx, brandId, [addressId]);
  return address ? [] : ['addressId names no address of the brand'];
}
