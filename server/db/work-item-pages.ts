// Which work items stand on a page. Only keys and versions are read here; the records themselves come
// from the record cache or by id.
import type { WorkItemSortField } from '#contract/list-query.ts';
import {
  type Phase,
  priorities,
  type Priority,
  type Source,
  type Status,
} from '#contract/work-item-lists.ts';
import type { Position } from '#core/cursor.ts';
import type { Database, SearchIndex } from './database.ts';
import { addPage, addPageByArrival } from './page.ts';
import { SqlText } from './sql-text.ts';

export interface WorkItemFilters {
  status?: Status[];
  priority?: Priority[];
  source?: Source[];
  tag?: string[];
  category?: string[];
  customerId?: string;
  addressId?: string;
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
  sort: { field: WorkItemSortField; descending: boolean };
  after: Position | undefined;
  limit: number;
}

export interface WorkItemKey {
  id: string;
  // Of the item, its customer and its address: changes whenever one of them does.
  version: string;
  sortValue: number;
}

// Items without a planned start sort as if it were in the far future. The number is the one that the index
// of the migration has, to the digit: with another the index would not be used.
const noPlannedStart = Number.MAX_SAFE_INTEGER;

const sortExpressions: Record<WorkItemSortField, string> = {
  createdAt: 'w.created_at',
  updatedAt: 'w.updated_at',
  receivedAt: 'w.received_at',
  scheduledStart: `coalesce(w.scheduled_start, ${noPlannedStart})`,
  priority: 'w.priority_rank',
};

export async function findWorkItemPage(
  db: Database,
  request: WorkItemPageRequest,
): Promise<WorkItemKey[]> {
  const statuses = new Set(request.filters.status);
  if (statuses.size < 2 || request.sort.field !== 'createdAt') return readPage(db, request);
  // Each status by itself is in order in its index; together they would have to be sorted first.
  const pages: WorkItemKey[][] = [];
  for (const status of statuses) {
    pages.push(
      await readPage(db, { ...request, filters: { ...request.filters, status: [status] } }),
    );
  }
  return mergePages(pages, request);
}

async function readPage(db: Database, request: WorkItemPageRequest): Promise<WorkItemKey[]> {
  const rows = await db.rows<WorkItemKeyRow>(selectWorkItems(request, []));
  return rows.map(readWorkItemKey);
}

function mergePages(pages: WorkItemKey[][], { sort, limit }: WorkItemPageRequest): WorkItemKey[] {
  const sign = sort.descending ? -1 : 1;
  return pages
    .flat()
    .sort((a, b) => sign * (a.sortValue - b.sortValue || (a.id < b.id ? -1 : 1)))
    .slice(0, limit + 1);
}

// Id, versions of item, customer and address, sort value.
export type WorkItemKeyRow = [string, number, number, number | null, number];

export function readWorkItemKey(row: readonly unknown[]): WorkItemKey {
  const [id, own, customer, address, sortValue] = row as WorkItemKeyRow;
  return { id, version: `${own}.${customer}.${address}`, sortValue };
}

/** The statement for a page: keys, then any columns more; only items with the words, if any are given. */
export function selectWorkItems(
  { brandId, phase, filters, sort, after, limit }: WorkItemPageRequest,
  columns: readonly string[],
  wanted?: { index: SearchIndex; words: readonly string[]; isInArrivalOrder: boolean },
): SqlText {
  const sortBy = sortExpressions[sort.field];
  const keys = ['w.id', 'w.version', 'c.version', 'a.version', sortBy];
  const sql = new SqlText().add(`select ${[...keys, ...columns].join(', ')} from `);
  if (wanted) wanted.index.addSource(sql, 'w', brandId, wanted.words);
  else sql.add('work_items w');
  sql.add(
    ` join customers c on c.brand_id = w.brand_id and c.id = w.customer_id
      left join addresses a on a.brand_id = w.brand_id and a.id = w.address_id
      where w.brand_id = ? and w.phase = ? and w.deleted_at is null`,
    brandId,
    phase,
  );
  addFilters(sql, filters);
  const order = { sortBy, id: 'w.id', descending: sort.descending, after, limit };
  if (wanted?.isInArrivalOrder && sort.field === 'createdAt') {
    return addPageByArrival(sql, { ...order, brandId, arrival: 's.rowid', table: 'work_items' });
  }
  return addPage(sql, order);
}

function addFilters(sql: SqlText, filters: WorkItemFilters): void {
  const { status, priority, source, tag, category } = filters;
  if (status) sql.addAnyOf('w.status', status);
  if (priority) {
    const ranks = priority.map((name) => priorities.indexOf(name));
    sql.addAnyOf('w.priority_rank', ranks);
  }
  if (source) sql.addAnyOf('w.source', source);
  if (category) sql.addAnyOf('w.category', category);
  if (tag) {
    sql.add(' and exists (select 1 from json_each(w.tags) where true');
    sql.addAnyOf('value', tag).add(')');
  }
  for (const [condition, value] of [
    ['w.customer_id = ?', filters.customerId],
    ['w.address_id = ?', filters.addressId],
    ['w.created_at >= ?', filters.createdSince],
    ['w.created_at < ?', filters.createdBefore],
    ['w.updated_at >= ?', filters.updatedSince],
    ['w.updated_at < ?', filters.updatedBefore],
    ['w.scheduled_start >= ?', filters.scheduledFrom],
    ['w.scheduled_start < ?', filters.scheduledTo],
  ] as const) {
    if (value !== undefined) sql.add(` and ${condition}`, value);
  }
  if (filters.archived === 'only') sql.add(' and w.archived_at is not null');
  else if (filters.archived !== 'include') sql.add(' and w.archived_at is null');
}
