// The customers that leads can match.
import type { AddressLine } from '#core/addresses/address-line.ts';
import type { KnownCustomer } from '#core/customers/customer-directory.ts';
import { matchKeysOf } from '#core/customers/match-keys.ts';
import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import { findKeptIds } from './merged-customers.ts';

interface KeyOfBrand {
  brandId: string;
  key: string;
}

/** Customers that have one of these keys, or had it before a merge. */
export async function findCustomersByKeys(
  db: Database,
  { emailKeys, phoneKeys }: { emailKeys: readonly KeyOfBrand[]; phoneKeys: readonly KeyOfBrand[] },
): Promise<KnownCustomer[]> {
  const [byEmail, byPhone] = await Promise.all([
    findByKey(db, 'email_key', emailKeys),
    findByKey(db, 'phone_key', phoneKeys),
  ]);
  const known = new Map<string, KnownCustomer>();
  const merged = new Map<string, KnownCustomer>();
  for (const { mergedInto, ...customer } of [...byEmail, ...byPhone]) {
    (mergedInto === null ? known : merged).set(customer.id, customer);
  }
  if (merged.size > 0) await addFormerKeys(db, known, [...merged.values()]);
  return [...known.values()];
}

/** Keys of a merged customer match the customer it was merged into. */
async function addFormerKeys(
  db: Database,
  known: Map<string, KnownCustomer>,
  merged: readonly KnownCustomer[],
): Promise<void> {
  const keptIds = await findKeptIds(db, merged);
  const missing = new Map<string, string>();
  for (const { id, brandId } of merged) {
    const keptId = keptIds.get(id);
    if (keptId !== undefined && !known.has(keptId)) missing.set(keptId, brandId);
  }
  const rows = await db.allOf<KnownRow>(
    `${selectKnown} where c.brand_id = ? and c.id = ? and c.archived_at is null and c.deleted_at is null`,
    [...missing].map(([id, brandId]) => [brandId, id]),
  );
  for (const { mergedInto: _none, ...customer } of rows.map(knownOf))
    known.set(customer.id, customer);
  for (const customer of merged) {
    const kept = known.get(keptIds.get(customer.id) ?? '');
    if (!kept) continue;
    const formerKeys = [...(kept.formerKeys ?? []), ...matchKeysOf(customer)];
    known.set(kept.id, { ...kept, formerKeys });
  }
}

const knownFields: Field<'customers'>[] = [
  'brandId',
  'id',
  'createdAt',
  'name',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'emailKey',
  'phone',
  'phoneKey',
  'secondaryPhone',
  'addressId',
];
const lineFields = [
  'street',
  'streetNumber',
  'streetNumberAddition',
  'postalCode',
  'city',
  'country',
] as const;
const selectKnown = `select ${columns('customers', [...knownFields, 'mergedInto'], 'c')},
    ${columns('addresses', lineFields, 'a')}
  from customers c left join addresses a on a.brand_id = c.brand_id and a.id = c.address_id`;

type KnownRow = Omit<KnownCustomer, 'address'> & AddressLine & { mergedInto: string | null };

function knownOf(row: KnownRow) {
  const { street, streetNumber, streetNumberAddition, postalCode, city, country, ...known } = row;
  const line = { street, streetNumber, streetNumberAddition, postalCode, city, country };
  return { ...known, address: known.addressId === null ? null : line };
}

async function findByKey(
  db: Database,
  column: 'email_key' | 'phone_key',
  keys: readonly KeyOfBrand[],
): Promise<(KnownCustomer & { mergedInto: string | null })[]> {
  const rows = await db.allOf<KnownRow>(
    `${selectKnown} where c.brand_id = ? and c.${column} = ?
        and c.archived_at is null and (c.deleted_at is null or c.merged_into is not null)`,
    keys.map(({ brandId, key }) => [brandId, key]),
  );
  return rows.map(knownOf);
}
