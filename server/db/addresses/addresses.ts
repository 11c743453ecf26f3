import type { AddressRecord } from '#core/records.ts';
import { wordsOfAddress } from '#core/search/search-words.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { updateRecord } from '../update-record.ts';

const fields: Field<'addresses'>[] = [
  'brandId',
  'id',
  'version',
  'country',
  'stateProvince',
  'city',
  'postalCode',
  'street',
  'streetNumber',
  'streetNumberAddition',
  'latitude',
  'longitude',
  'precision',
  'locationNotes',
  'cityKey',
  'postalCodeKey',
  'createdAt',
];

export function insertAddresses(db: Database, addresses: readonly AddressRecord[]): Promise<void> {
  return db.insertRows('addresses', addresses);
}

export function findAddresses(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<AddressRecord[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${columns('addresses', fields)} from addresses
      where brand_id = ? and id in (${marks(ids)})`,
    brandId,
    ...ids,
  );
}

/** Waits for concurrent changes of the addresses, and prevents them until the transaction ends. */
export function shareAddresses(
  db: Database,
  addresses: readonly Pick<AddressRecord, 'brandId' | 'id'>[],
): Promise<AddressRecord[]> {
  return db.allOf(
    `select ${columns('addresses', fields)} from addresses
      where brand_id = ? and id = ?${db.dialect.forShare}`,
    addresses
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ brandId, id }) => [brandId, id]),
  );
}

/** Returns the addresses that other customers or work items use too. */
export async function findSharedAddresses(
  db: Database,
  {
    brandId,
    ids,
    customerIds,
  }: {
    brandId: string;
    ids: readonly string[];
    customerIds: readonly string[];
  },
): Promise<Set<string>> {
  const isShared = (owner: string) => `brand_id = ? and address_id in (${marks(ids)})
    and ${owner} not in (${marks(customerIds)})`;
  const values = [brandId, ...ids, ...customerIds];
  const rows = await db.all<{ id: string }>(
    `select address_id as id from customers where ${isShared('id')}
      union select address_id as id from work_items where ${isShared('customer_id')}`,
    ...values,
    ...values,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks the row until the transaction ends. */
export function lockAddress(
  db: Database,
  { brandId, id }: Pick<AddressRecord, 'brandId' | 'id'>,
): Promise<AddressRecord | undefined> {
  return db.first(
    `select ${columns('addresses', fields)} from addresses
      where brand_id = ? and id = ?${db.dialect.forUpdate}`,
    brandId,
    id,
  );
}

export async function updateAddress(db: Database, address: AddressRecord): Promise<void> {
  await updateRecord(db, 'addresses', address, fields);
  await db.addressSearch.replace([{ ...address, words: wordsOfAddress(address) }]);
}
