import { presentAddress } from '#core/present.ts';
import { type AddressPageRequest, findAddressPage } from '#db/address-pages.ts';
import { findAddresses } from '#db/addresses.ts';
import type { Database } from '#db/database.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';

export async function listAddresses(db: Database, request: AddressPageRequest): Promise<ListPage> {
  const { rows, next } = pageOf(await findAddressPage(db, request), request.limit);
  const ids = rows.map((row) => row.id);
  const addresses = await findAddresses(db, request.brandId, ids);
  const byId = new Map(addresses.map((address) => [address.id, address]));
  const json = ids.map((id) => Buffer.from(JSON.stringify(presentAddress(byId.get(id)!))));
  return { body: listBody(json, request.limit), next };
}
