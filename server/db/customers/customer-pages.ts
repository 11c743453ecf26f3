import type { CustomerSortField } from '#contract/list-query.ts';
import type { Position } from '#core/requests/cursor.ts';
import { emailKeyOf, phoneKeyOf } from '#core/customers/match-keys.ts';
import { accessOf } from '#core/search/list-access.ts';
import { wordsOfCustomer } from '#core/search/search-words.ts';
import type { Database } from '../database.ts';
import type { ListSource } from '../lists/list-source.ts';
import type { SqlText } from '../sql-text.ts';

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
const texts = [
  'c.name',
  'c.first_name',
  'c.last_name',
  'c.company_name',
  'c.email',
  'c.phone',
  'c.secondary_phone',
];

export function customerList(db: Database, request: CustomerPageRequest): ListSource {
  const { brandId, filters, words = [], sort, after, limit } = request;
  const { by, rangesOf, selectiveFilters, selectiveRanges } = accessOf('customers', request);
  return {
    table: 'customers',
    as: 'c',
    brandId,
    joins: '',
    hidesSome: true,
    sort: { by: sortColumns[sort.field], descending: sort.descending },
    isByCreation: sort.field === 'createdAt',
    after,
    limit,
    addIndexed(sql) {
      if (by === 'tag') sql.add(' and c.tags is not null');
      if (by === 'archived') sql.add(' and c.archived_at is not null');
      if (rangesOf) addRange(sql, filters, rangesOf);
    },
    addFilters: (sql) => addFilters(db, sql, filters),
    few: [
      ...selectiveFilters.map((name) => (sql: SqlText) => addKey(sql, filters, name)),
      ...selectiveRanges.map((field) => (sql: SqlText) => {
        // The `order by` makes PostgreSQL choose the range's index, however few rows it expects.
        addRange(sql, filters, field);
        sql.add(` order by ${sortColumns[field as CustomerSortField]}`);
      }),
    ],
    words,
    texts,
    wordsOf([name, firstName, lastName, companyName, email, phone, secondaryPhone]) {
      return wordsOfCustomer({
        name: name!,
        firstName: firstName!,
        lastName: lastName!,
        companyName: companyName!,
        email: email!,
        phone: phone!,
        secondaryPhone: secondaryPhone!,
      });
    },
    index: db.customerSearch,
  };
}

function addFilters(db: Database, sql: SqlText, filters: CustomerFilters): void {
  const { tag, archived } = filters;
  sql.add(' and c.deleted_at is null');
  for (const name of ['email', 'phone']) addKey(sql, filters, name);
  if (tag) db.dialect.addAnyTag(sql.add(' and c.tags is not null'), 'c.tags', tag);
  for (const field of ['createdAt', 'updatedAt']) addRange(sql, filters, field);
  if (archived === 'only') sql.add(' and c.archived_at is not null');
  else if (archived !== 'include') sql.add(' and c.archived_at is null');
}

function addKey(sql: SqlText, { email, phone }: CustomerFilters, name: string): void {
  if (name === 'email' && email !== undefined) sql.add(' and c.email_key = ?', emailKeyOf(email));
  if (name === 'phone' && phone !== undefined) sql.add(' and c.phone_key = ?', phoneKeyOf(phone));
}

function addRange(sql: SqlText, filters: CustomerFilters, field: string): void {
  const { createdSince, createdBefore, updatedSince, updatedBefore } = filters;
  const [column, since, before] =
    field === 'createdAt'
      ? ['c.created_at', createdSince, createdBefore]
      : ['c.updated_at', updatedSince, updatedBefore];
  if (since !== undefined) sql.add(` and ${column} >= ?`, since);
  if (before !== undefined) sql.add(` and ${column} < ?`, before);
}
