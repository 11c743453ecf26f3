// Customers and their words in the search index: functions that write a customer write both.
import { matchKeysOf } from '#core/customers/match-keys.ts';
import type { KnownCustomer } from '#core/customers/customer-directory.ts';
import type { CustomerRecord } from '#core/records.ts';
import { wordsOfCustomer } from '#core/search/search-words.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { findKeptIds } from './merged-customers.ts';
import type { Tables } from '../tables.ts';
import { updateRecord } from '../update-record.ts';

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
  const rows = await db.allOf<KnownCustomer>(
    `select ${columns('customers', knownFields)} from customers
      where brand_id = ? and id = ? and archived_at is null and deleted_at is null`,
    [...missing].map(([id, brandId]) => [brandId, id]),
  );
  for (const row of rows) known.set(row.id, row);
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
  'email',
  'emailKey',
  'phone',
  'phoneKey',
  'addressId',
];

function findByKey(
  db: Database,
  column: 'email_key' | 'phone_key',
  keys: readonly KeyOfBrand[],
): Promise<(KnownCustomer & { mergedInto: string | null })[]> {
  return db.allOf(
    `select ${columns('customers', [...knownFields, 'mergedInto'])} from customers
      where brand_id = ? and ${column} = ?
        and archived_at is null and (deleted_at is null or merged_into is not null)`,
    keys.map(({ brandId, key }) => [brandId, key]),
  );
}

interface KeysOfOthers {
  brandId: string;
  emailKeys: readonly string[];
  phoneKeys: readonly string[];
  /** Excluded, like customers created after `before`. */
  customerIds: readonly string[];
  before: number;
}

/** Returns the keys that other customers have too. */
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

/** For the customers inserted last in this transaction. */
export function indexNewCustomers(
  db: Database,
  customers: readonly CustomerRecord[],
): Promise<void> {
  return db.customerSearch.addNewest(customers.map(entryOf));
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

/** Includes deleted and merged customers. */
export async function findCustomers(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<CustomerRecord[]> {
  return select(db, brandId, ids, '');
}

/** Locks the rows until the transaction ends. */
export function lockCustomers(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<CustomerRecord[]> {
  // Every transaction locks in this order, which prevents deadlocks.
  return select(db, brandId, ids, ` order by id${db.dialect.forUpdate}`);
}

/**
 * The same for customers of several brands that get missing details filled in. `FOR NO KEY UPDATE`
 * lets other transactions add leads meanwhile: with `FOR UPDATE`, two batches that fill in each
 * other's customers would deadlock.
 */
export async function lockCustomersToFillIn(
  db: Database,
  customers: readonly Pick<CustomerRecord, 'brandId' | 'id'>[],
): Promise<CustomerRecord[]> {
  const rows = await db.allOf<Tables['customers']>(
    `select ${columns('customers', fields)} from customers
      where brand_id = ? and id = ?${db.dialect.forNoKeyUpdate}`,
    customers
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ brandId, id }) => [brandId, id]),
  );
  return rows.map(recordOf);
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

export async function putCustomers(
  db: Database,
  customers: readonly CustomerRecord[],
): Promise<void> {
  await db.putRows('customers', ['brandId', 'id'], customers.map(rowOf));
  await db.customerSearch.replace(customers.map(entryOf));
}

/** Archives customers of one batch, each as its next version. Their words stay the same. */
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

/** Indexes customers whose words are stale; returns how many. */
export async function indexStaleCustomers(db: Database, most: number): Promise<number> {
  const rows = await db.all<Tables['customers']>(
    `select ${columns('customers', fields)} from customers where indexed_version <> version
      order by brand_id, id limit ?${db.dialect.forUpdateSkipLocked}`,
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
