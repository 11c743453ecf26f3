import { cityKeyOf, postalCodeKeyOf } from '#core/addresses/address-keys.ts';
import type { Position } from '#core/requests/cursor.ts';
import { isCreationInArrivalOrder } from './creation-order.ts';
import type { Database } from './database.ts';
import { addPage, addPageByArrival } from './page.ts';
import type { RecordKey } from './record-key.ts';
import { SqlText } from './sql-text.ts';

export interface AddressPageRequest {
  brandId: string;
  filters: { city?: string[]; postalCode?: string[] };
  words: string[] | undefined;
  descending: boolean;
  after: Position | undefined;
  limit: number;
}

export async function findAddressPage(
  db: Database,
  { brandId, filters, words, descending, after, limit }: AddressPageRequest,
): Promise<readonly RecordKey[]> {
  const sortBy = 'a.created_at';
  const { city, postalCode } = filters;
  const sql = new SqlText().add(`select a.id, ${sortBy} from `);
  if (words) db.addressSearch.addSource(sql, 'a', brandId, words);
  else sql.add('addresses a');
  sql.add(' where a.brand_id = ?', brandId);
  if (city) sql.addAnyOf('a.city_key', city.map(cityKeyOf));
  if (postalCode) sql.addAnyOf('a.postal_code_key', postalCode.map(postalCodeKeyOf));
  const order = { sortBy, id: 'a.id', descending, after, limit };
  if (words && (await isCreationInArrivalOrder(db)))
    addPageByArrival(sql, { ...order, brandId, arrival: 's.rowid', table: 'addresses' });
  else addPage(sql, order);
  return db.keys(sql);
}
