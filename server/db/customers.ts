import type { CustomerFillIn, KnownCustomer } from '#core/plan-lead-intake.ts';
import type { CustomerRecord } from '#core/records.ts';
import { columns, type Field, marks } from './columns.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

interface MatchKeys {
  brandId: string;
  emailKeys: readonly string[];
  phoneKeys: readonly string[];
}

/** The customers of a brand that any of the keys belongs to. */
export async function findCustomersByKeys(
  db: Database,
  { brandId, emailKeys, phoneKeys }: MatchKeys,
): Promise<KnownCustomer[]> {
  const byEmail = await findByKey(db, brandId, 'email_key', emailKeys);
  const byPhone = await findByKey(db, brandId, 'phone_key', phoneKeys);
  const seen = new Set(byEmail.map((customer) => customer.id));
  return [...byEmail, ...byPhone.filter((customer) => !seen.has(customer.id))];
}

const knownFields: Field<'customers'>[] = [
  'brandId',
  'id',
  'createdAt',
  'name',
  'email',
  'emailKey',
  'phone',
  'phoneKey',
  'addressId',
];

function findByKey(
  db: Database,
  brandId: string,
  column: 'email_key' | 'phone_key',
  keys: readonly string[],
): Promise<KnownCustomer[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${columns('customers', knownFields)} from customers
      where brand_id = ? and ${column} in (${marks(keys)})
        and archived_at is null and deleted_at is null`,
    brandId,
    ...keys,
  );
}

export function insertCustomers(db: Database, customers: readonly CustomerRecord[]): Promise<void> {
  return db.insertRows(
    'customers',
    customers.map((customer) => ({
      ...customer,
      isCompany: Number(customer.isCompany),
      tags: customer.tags && JSON.stringify(customer.tags),
    })),
  );
}

export async function fillInCustomer(db: Database, fillIn: CustomerFillIn): Promise<void> {
  const { brandId, id, updatedAt, phone, phoneKey, addressId } = fillIn;
  await db.run(
    `update customers set version = version + 1, updated_at = ?,
        phone = coalesce(?, phone), phone_key = coalesce(?, phone_key),
        address_id = coalesce(?, address_id)
      where brand_id = ? and id = ?`,
    updatedAt,
    phone ?? null,
    phoneKey ?? null,
    addressId ?? null,
    brandId,
    id,
  );
}

const fields: Field<'customers'>[] = [
  ...knownFields,
  'version',
  'firstName',
  'lastName',
  'secondaryPhone',
  'companyName',
  'isCompany',
  'notes',
  'tags',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'deletedAt',
  'archivedAt',
];

export async function findCustomers(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<CustomerRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<Tables['customers']>(
    `select ${columns('customers', fields)} from customers
      where brand_id = ? and id in (${marks(ids)})`,
    brandId,
    ...ids,
  );
  return rows.map((row) => ({
    ...row,
    isCompany: Boolean(row.isCompany),
    tags: row.tags === null ? null : JSON.parse(row.tags),
  }));
}
