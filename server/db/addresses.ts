import type { AddressRecord } from '#core/records.ts';
import { columns, type Field, marks } from './columns.ts';
import type { Database } from './database.ts';

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
