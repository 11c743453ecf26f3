// Customers and their words in the search index: functions that write a customer write both.
import type { CustomerRecord } from '#core/records.ts';
import { searchedCustomerFields, wordsOfCustomer } from '#core/search/search-words.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { updateRecord } from '../update-record.ts';

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
  'version',
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

/** The texts of customers of several brands under which their work items are found. */
export function findCustomerTexts(
  db: Database,
  customers: readonly Pick<CustomerRecord, 'brandId' | 'id'>[],
): Promise<Pick<CustomerRecord, 'id' | (typeof searchedCustomerFields)[number]>[]> {
  return db.allOf(
    `select ${columns('customers', ['id', ...searchedCustomerFields])} from customers
      where brand_id = ? and id = ?`,
    customers.map(({ brandId, id }) => [brandId, id]),
  );
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
