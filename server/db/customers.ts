// Customers, and with each of them the words by which it is found: who writes one here writes both.
import { type MatchKey, matchKeysOf } from '#core/customers/customer-matching.ts';
import type { CustomerFillIn, KnownCustomer } from '#core/customers/customer-directory.ts';
import type { CustomerRecord } from '#core/records.ts';
import { wordsOfCustomer } from '#core/search/search-words.ts';
import { columns, type Field, marks } from './columns.ts';
import type { Database } from './database.ts';
import { findKeptIds } from './merged-customers.ts';
import type { Tables } from './tables.ts';
import { updateRecord } from './update-record.ts';

interface MatchKeys {
  brandId: string;
  emailKeys: readonly string[];
  phoneKeys: readonly string[];
}

/** The customers of a brand that any of the keys belongs to, or belonged to before a merge. */
export async function findCustomersByKeys(
  db: Database,
  { brandId, emailKeys, phoneKeys }: MatchKeys,
): Promise<KnownCustomer[]> {
  const [byEmail, byPhone] = await Promise.all([
    findByKey(db, brandId, 'email_key', emailKeys),
    findByKey(db, brandId, 'phone_key', phoneKeys),
  ]);
  const known = new Map<string, KnownCustomer>();
  const merged = new Map<string, MatchKey[]>();
  for (const { mergedInto, ...customer } of [...byEmail, ...byPhone]) {
    if (mergedInto === null) known.set(customer.id, customer);
    else merged.set(customer.id, matchKeysOf(customer));
  }
  if (merged.size > 0) await addFormerKeys(db, brandId, known, merged);
  return [...known.values()];
}

/** What belonged to a merged customer finds the one that it is part of now. */
async function addFormerKeys(
  db: Database,
  brandId: string,
  known: Map<string, KnownCustomer>,
  merged: ReadonlyMap<string, MatchKey[]>,
): Promise<void> {
  const keptIds = await findKeptIds(db, brandId, [...merged.keys()]);
  const missing = new Set([...keptIds.values()].filter((id) => !known.has(id)));
  if (missing.size > 0) {
    const rows = await db.all<KnownCustomer>(
      `select ${columns('customers', knownFields)} from customers
        where brand_id = ? and id in (${marks([...missing])})
          and archived_at is null and deleted_at is null`,
      brandId,
      ...missing,
    );
    for (const row of rows) known.set(row.id, row);
  }
  for (const [mergedId, keys] of merged) {
    const kept = known.get(keptIds.get(mergedId) ?? '');
    if (!kept) continue;
    known.set(kept.id, { ...kept, formerKeys: [...(kept.formerKeys ?? []), ...keys] });
  }
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
): Promise<(KnownCustomer & { mergedInto: string | null })[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return db.all(
    `select ${columns('customers', [...knownFields, 'mergedInto'])} from customers
      where brand_id = ? and ${column} in (${marks(keys)})
        and archived_at is null and (deleted_at is null or merged_into is not null)`,
    brandId,
    ...keys,
  );
}

interface KeysOfOthers extends MatchKeys {
  /** Theirs are not looked at, nor those of customers who came later. */
  customerIds: readonly string[];
  before: number;
}

/** Those of the keys that somebody else has. */
export async function findKeysOfOthers(
  db: Database,
  { brandId, emailKeys, phoneKeys, customerIds, before }: KeysOfOthers,
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const [column, keys] of [
    ['email_key', emailKeys],
    ['phone_key', phoneKeys],
  ] as const) {
    if (keys.length === 0) continue;
    const rows = await db.all<{ key: string }>(
      `select distinct ${column} as key from customers where brand_id = ?
        and ${column} in (${marks(keys)}) and id not in (${marks(customerIds)}) and created_at < ?`,
      brandId,
      ...keys,
      ...customerIds,
      before,
    );
    for (const { key } of rows) taken.add(key);
  }
  return taken;
}

export async function insertCustomers(
  db: Database,
  customers: readonly CustomerRecord[],
): Promise<void> {
  await db.insertRows('customers', customers.map(rowOf));
}

/** Of customers that were just inserted, and none after them. */
export function indexNewCustomers(
  db: Database,
  customers: readonly CustomerRecord[],
): Promise<void> {
  return db.customerSearch.addNewest(customers.map(entryOf));
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
  await indexCustomers(db, await findCustomers(db, brandId, [id]));
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
  'mergedInto',
];

/** Also those that are deleted or merged. */
export async function findCustomers(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<CustomerRecord[]> {
  return select(db, brandId, ids, '');
}

/** Nobody else changes them until the transaction ends. */
export function holdCustomers(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<CustomerRecord[]> {
  // In one order everywhere, so that nobody waits for who waits for them.
  return select(db, brandId, ids, ` order by id${db.dialect.holdingRows}`);
}

async function select(
  db: Database,
  brandId: string,
  ids: readonly string[],
  ending: string,
): Promise<CustomerRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.all<Tables['customers']>(
    `select ${columns('customers', fields)} from customers
      where brand_id = ? and id in (${marks(ids)})${ending}`,
    brandId,
    ...ids,
  );
  return rows.map(recordOf);
}

export async function updateCustomer(db: Database, customer: CustomerRecord): Promise<void> {
  await updateRecord(db, 'customers', rowOf(customer), fields);
  await indexCustomers(db, [customer]);
}

/** Writes into the archive those that were put there together, each as its next version; their words stay the same. */
export async function updateArchived(
  db: Database,
  customers: readonly CustomerRecord[],
): Promise<void> {
  const [first] = customers;
  if (!first) return;
  const ids = customers.map(({ id }) => id);
  await db.run(
    `update customers set version = version + 1, indexed_version = indexed_version + 1,
        archived_at = ?, updated_at = ?, updated_by = ?
      where brand_id = ? and id in (${marks(ids)})`,
    first.archivedAt,
    first.updatedAt,
    first.updatedBy,
    first.brandId,
    ...ids,
  );
}

/** Puts customers that somebody changed without it into the word index; returns how many there were. */
export async function indexForgotten(db: Database, most: number): Promise<number> {
  const rows = await db.all<Tables['customers']>(
    `select ${columns('customers', fields)} from customers where indexed_version <> version
      order by brand_id, id limit ?${db.dialect.takingFreeRows}`,
    most,
  );
  await indexCustomers(db, rows.map(recordOf));
  return rows.length;
}

async function indexCustomers(db: Database, customers: readonly CustomerRecord[]): Promise<void> {
  await db.customerSearch.replace(customers.map(entryOf));
  for (const [brandId, own] of Map.groupBy(customers, (customer) => customer.brandId)) {
    const ids = own.map(({ id }) => id);
    await db.run(
      `update customers set indexed_version = version where brand_id = ? and id in (${marks(ids)})`,
      brandId,
      ...ids,
    );
  }
}

function entryOf(customer: CustomerRecord) {
  return { brandId: customer.brandId, id: customer.id, words: wordsOfCustomer(customer) };
}

function rowOf(customer: CustomerRecord): Tables['customers'] {
  return {
    ...customer,
    isCompany: Number(customer.isCompany),
    tags: customer.tags && JSON.stringify(customer.tags),
    indexedVersion: customer.version,
  };
}

function recordOf(row: Tables['customers']): CustomerRecord {
  return {
    ...row,
    isCompany: Boolean(row.isCompany),
    tags: row.tags === null ? null : JSON.parse(row.tags),
  };
}
