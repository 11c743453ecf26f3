import type { CustomerSortField } from '#contract/list-query.ts';
import type { Position } from '#core/requests/cursor.ts';
import { emailKeyOf, phoneKeyOf } from '#core/customers/customer-matching.ts';
import { isCreationInArrivalOrder } from './creation-order.ts';
import type { Database } from './database.ts';
import { addPage, addPageByArrival } from './page.ts';
import type { RecordKey } from './record-key.ts';
import { SqlText } from './sql-text.ts';

export interface CustomerFilters {
  email?: string;
  phone?: string;
  tag?: string[];
  createdSince?: number;
  createdBefore?: number;
  updatedSince?: number;
  updatedBefore?: number;
  archived?: 'exclude' | 'include' | 'only';
}

export interface CustomerPageRequest {
  brandId: string;
  filters: CustomerFilters;
  words: string[] | undefined;
  sort: { field: CustomerSortField; descending: boolean };
  after: Position | undefined;
  limit: number;
}

const sortColumns: Record<CustomerSortField, string> = {
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
};
const gatheredCustomersMax = 20_000;

export async function findCustomerPage(
  db: Database,
  request: CustomerPageRequest,
): Promise<readonly RecordKey[]> {
  const { brandId, filters, words, sort, after, limit } = request;
  const sortBy = sortColumns[sort.field];
  const sql = new SqlText().add(`select c.id, ${sortBy} from `);
  if (words) {
    db.customerSearch.addSource(sql, 'c', brandId, words);
  } else if (await areFew(db, request)) {
    // A limit makes the database take these customers first, by the index that fits them.
    sql.add('(select * from customers c where c.brand_id = ?', brandId);
    if (hasKey(filters)) addKeys(sql, filters);
    else addRanges(sql, filters);
    sql.add(' limit ?) c', gatheredCustomersMax);
  } else {
    sql.add('customers c');
  }
  sql.add(' where c.brand_id = ? and c.deleted_at is null', brandId);
  addFilters(db, sql, filters);
  const order = { sortBy, id: 'c.id', descending: sort.descending, after, limit };
  if (words && sort.field === 'createdAt' && (await isCreationInArrivalOrder(db)))
    addPageByArrival(sql, { ...order, brandId, arrival: 's.rowid', table: 'customers' });
  else addPage(sql, order);
  return db.keys(sql);
}

function addFilters(db: Database, sql: SqlText, filters: CustomerFilters): void {
  const { tag, archived } = filters;
  addKeys(sql, filters);
  if (tag) db.dialect.addAnyTag(sql.add(' and c.tags is not null'), 'c.tags', tag);
  addRanges(sql, filters);
  if (archived === 'only') sql.add(' and c.archived_at is not null');
  else if (archived !== 'include') sql.add(' and c.archived_at is null');
}

function addKeys(sql: SqlText, { email, phone }: CustomerFilters): void {
  if (email !== undefined) sql.add(' and c.email_key = ?', emailKeyOf(email));
  if (phone !== undefined) sql.add(' and c.phone_key = ?', phoneKeyOf(phone));
}

function hasKey({ email, phone }: CustomerFilters): boolean {
  return email !== undefined || phone !== undefined;
}

function addRanges(sql: SqlText, filters: CustomerFilters): SqlText {
  for (const [condition, value] of [
    ['c.created_at >= ?', filters.createdSince],
    ['c.created_at < ?', filters.createdBefore],
    ['c.updated_at >= ?', filters.updatedSince],
    ['c.updated_at < ?', filters.updatedBefore],
  ] as const) {
    if (value !== undefined) sql.add(` and ${condition}`, value);
  }
  return sql;
}

/** Whether those that the page is taken from can all be gathered and sorted. */
async function areFew(db: Database, request: CustomerPageRequest): Promise<boolean> {
  if (hasKey(request.filters)) return true;
  return hasRangeOfOtherField(request) && (await areFewInRanges(db, request));
}

// No index has both the range and the order then. When too many are in the range, the page is soon full.
function hasRangeOfOtherField({ filters, sort }: CustomerPageRequest): boolean {
  const { createdSince, createdBefore, updatedSince, updatedBefore } = filters;
  const bounds =
    sort.field === 'createdAt' ? [updatedSince, updatedBefore] : [createdSince, createdBefore];
  return bounds.some((bound) => bound !== undefined);
}

async function areFewInRanges(
  db: Database,
  { brandId, filters }: CustomerPageRequest,
): Promise<boolean> {
  const sql = new SqlText().add('select count(*) from (select 1 from customers c');
  sql.add(' where c.brand_id = ?', brandId);
  addRanges(sql, filters).add(' limit ?) c', gatheredCustomersMax + 1);
  const [row] = await db.rows<[number]>(sql);
  return row![0] <= gatheredCustomersMax;
}
