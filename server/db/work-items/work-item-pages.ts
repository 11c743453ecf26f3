// The lists of work items.
import type { WorkItemSortField } from '#contract/list-query.ts';
import {
  type Phase,
  priorities,
  type Priority,
  type Source,
  type Status,
} from '#contract/work-item-lists.ts';
import type { Position } from '#core/requests/cursor.ts';
import { accessOf } from '#core/search/list-access.ts';
import { wordsOfWorkItem } from '#core/search/search-words.ts';
import type { Database, Dialect } from '../database.ts';
import type { ListSource } from '../lists/list-source.ts';
import type { SqlText } from '../sql-text.ts';

export interface WorkItemFilters {
  status?: Status[];
  priority?: Priority[];
  source?: Source[];
  tag?: string[];
  category?: string[];
  customerId?: string;
  addressId?: string;
  /** Null for what nobody does. */
  assigneeId?: string | null;
  followUpBefore?: number;
  createdSince?: number;
  createdBefore?: number;
  updatedSince?: number;
  updatedBefore?: number;
  scheduledFrom?: number;
  scheduledTo?: number;
  archived?: 'exclude' | 'include' | 'only';
}

export interface WorkItemPageRequest {
  brandId: string;
  phase: Phase;
  filters: WorkItemFilters;
  words: string[] | undefined;
  sort: { field: WorkItemSortField; descending: boolean };
  after: Position | undefined;
  limit: number;
}

/** Items without a planned start sort into the far future. */
function sortExpression({ noPlannedStart, urgency }: Dialect, field: WorkItemSortField): string {
  if (field === 'scheduledStart') return `coalesce(w.scheduled_start, ${noPlannedStart})`;
  return field === 'urgency' ? urgency : sortColumns[field];
}

const sortColumns: Record<Exclude<WorkItemSortField, 'scheduledStart' | 'urgency'>, string> = {
  createdAt: 'w.created_at',
  updatedAt: 'w.updated_at',
  receivedAt: 'w.received_at',
  priority: 'w.priority_rank',
};

const texts = [
  ['w.title', 'w.description', 'w.other_contact'],
  ['c.name', 'c.company_name', 'c.email', 'c.phone', 'c.secondary_phone'],
  ['a.street', 'a.street_number', 'a.street_number_addition'],
  ['a.postal_code', 'a.postal_code_key', 'a.city'],
].flat();
// Every item has a customer.
const joins = `join customers c on c.brand_id = w.brand_id and c.id = w.customer_id
  left join addresses a on a.brand_id = w.brand_id and a.id = w.address_id`;

export function workItemList(db: Database, request: WorkItemPageRequest): ListSource {
  const { brandId, phase, filters, words = [], sort, after, limit } = request;
  const { dialect } = db;
  const sortBy = sortExpression(dialect, sort.field);
  const { by, rangesOf, selectiveFilters, selectiveRanges } = accessOf('workItems', request);
  return {
    table: 'work_items',
    as: 'w',
    brandId,
    joins: words.length > 0 ? joins : '',
    hidesSome: true,
    sort: { by: sortBy, descending: sort.descending },
    isByCreation: sort.field === 'createdAt',
    after,
    limit,
    addIndexed(sql) {
      if (by === 'customerId') addOwner(sql, filters, by);
      else if (by === 'assigneeId') addOwner(sql.add(' and w.phase = ?', phase), filters, by);
      else if (by === 'status') sql.addAnyOf('w.status', filters.status!);
      else sql.add(' and w.phase = ?', phase);
      if (by === 'tag') sql.add(' and w.tags is not null');
      if (by === 'archived') sql.add(' and w.archived_at is not null');
      if (rangesOf) addRange(dialect, sql, filters, rangesOf);
    },
    addFilters(sql) {
      addFilters(dialect, sql.add(' and w.phase = ?', phase), filters);
    },
    few: [
      ...selectiveFilters.map((name) => (sql: SqlText) => {
        if (name === 'status') return sql.addAnyOf('w.status', filters.status!);
        const isOfPhase = name === 'assigneeId' || name === 'followUpBefore';
        addOwner(isOfPhase ? sql.add(' and w.phase = ?', phase) : sql, filters, name);
      }),
      ...selectiveRanges.map((field) => (sql: SqlText) => {
        // The `order by` makes PostgreSQL choose the range's index, however few rows it expects.
        addRange(dialect, sql.add(' and w.phase = ?', phase), filters, field);
        sql.add(` order by ${sortExpression(dialect, field as WorkItemSortField)}`);
      }),
    ],
    words,
    texts,
    wordsOf,
    index: db.workItemSearch,
  };
}

function wordsOf(columns: readonly (string | null)[]): string[] {
  const [title, description, otherContact, ...rest] = columns as string[];
  const [name, companyName, email, phone, secondaryPhone, ...place] = rest;
  const [street, streetNumber, streetNumberAddition, postalCode, postalCodeKey, city] = place as [
    string | null,
    ...string[],
  ];
  return wordsOfWorkItem(
    { title: title!, description: description!, otherContact: otherContact! },
    {
      name: name!,
      companyName: companyName!,
      email: email!,
      phone: phone!,
      secondaryPhone: secondaryPhone!,
    },
    street === null
      ? null
      : {
          street,
          streetNumber: streetNumber!,
          streetNumberAddition: streetNumberAddition!,
          postalCode: postalCode!,
          postalCodeKey: postalCodeKey!,
          city: city!,
        },
  );
}

function addOwner(sql: SqlText, filters: WorkItemFilters, name: string): void {
  const { customerId, addressId, assigneeId, followUpBefore } = filters;
  if (name === 'assigneeId' && assigneeId === null) sql.add(' and w.assignee_id is null');
  else if (name === 'assigneeId' && assigneeId !== undefined)
    sql.add(' and w.assignee_id = ?', assigneeId);
  if (name === 'followUpBefore' && followUpBefore !== undefined)
    sql.add(' and w.follow_up_at < ?', followUpBefore);
  if (name === 'customerId' && customerId !== undefined)
    sql.add(' and w.customer_id = ?', customerId);
  if (name === 'addressId' && addressId !== undefined) sql.add(' and w.address_id = ?', addressId);
}

export function addFilters(dialect: Dialect, sql: SqlText, filters: WorkItemFilters): void {
  const { status, priority, source, tag, category } = filters;
  sql.add(' and w.deleted_at is null');
  if (status) sql.addAnyOf('w.status', status);
  if (priority) {
    const ranks = priority.map((name) => priorities.indexOf(name));
    sql.addAnyOf('w.priority_rank', ranks);
  }
  if (source) sql.addAnyOf('w.source', source);
  if (category) sql.addAnyOf('w.category', category);
  if (tag) dialect.addAnyTag(sql.add(' and w.tags is not null'), 'w.tags', tag);
  for (const name of ['customerId', 'addressId', 'assigneeId', 'followUpBefore']) {
    addOwner(sql, filters, name);
  }
  addRanges(dialect, sql, filters);
  if (filters.archived === 'only') sql.add(' and w.archived_at is not null');
  else if (filters.archived !== 'include') sql.add(' and w.archived_at is null');
}

export function addRanges(dialect: Dialect, sql: SqlText, filters: WorkItemFilters): SqlText {
  for (const field of ['createdAt', 'updatedAt', 'scheduledStart'] as const) {
    addRange(dialect, sql, filters, field);
  }
  return sql;
}

function addRange(dialect: Dialect, sql: SqlText, filters: WorkItemFilters, field: string): void {
  const [column, since, before] = rangeOf(dialect, filters, field);
  if (since !== undefined) sql.add(` and ${column} >= ?`, since);
  if (before !== undefined) sql.add(` and ${column} < ?`, before);
  // Items without a planned start are in no range, although they sort into the far future.
  const isPlanned = field === 'scheduledStart' && (since ?? before) !== undefined;
  if (isPlanned) sql.add(` and ${column} < ${dialect.noPlannedStart}`);
}

function rangeOf(dialect: Dialect, filters: WorkItemFilters, field: string) {
  if (field === 'createdAt')
    return ['w.created_at', filters.createdSince, filters.createdBefore] as const;
  if (field === 'updatedAt')
    return ['w.updated_at', filters.updatedSince, filters.updatedBefore] as const;
  const scheduledStart = sortExpression(dialect, 'scheduledStart');
  return [scheduledStart, filters.scheduledFrom, filters.scheduledTo] as const;
}
