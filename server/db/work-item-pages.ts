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
import type { Position } from '#core/requests/cursor.ts';
import type { Database, Dialect, SearchIndex } from './database.ts';
import { addBetween, addPage, addPageByArrival } from './page.ts';
import { keyOfRow, type RecordKey } from './record-key.ts';
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

/** Items without a planned start sort as if it were in the far future. */
function sortExpression({ noPlannedStart }: Dialect, field: WorkItemSortField): string {
  return field === 'scheduledStart'
    ? `coalesce(w.scheduled_start, ${noPlannedStart})`
    : sortColumns[field];
}

const sortColumns: Record<Exclude<WorkItemSortField, 'scheduledStart'>, string> = {
  createdAt: 'w.created_at',
  updatedAt: 'w.updated_at',
  receivedAt: 'w.received_at',
  priority: 'w.priority_rank',
};

export async function findWorkItemPage(
  db: Database,
  request: WorkItemPageRequest,
): Promise<readonly RecordKey[]> {
  const statuses = new Set(request.filters.status);
  if (statuses.size < 2 || request.sort.field !== 'createdAt') return readPage(db, request);
  // Each status by itself is in order in its index; together they would have to be sorted first.
  const pages: (readonly RecordKey[])[] = [];
  for (const status of statuses) {
    pages.push(
      await readPage(db, { ...request, filters: { ...request.filters, status: [status] } }),
    );
  }
  return mergePages(pages, request);
}

async function readPage(db: Database, request: WorkItemPageRequest): Promise<readonly RecordKey[]> {
  if (!hasRangeOfOtherField(request)) return db.keys(selectWorkItems(db.dialect, request, []));
  // A range over one field and an order by another: no index has both. When much of the list is in the
  // range the page is soon full. When it is not, what is in the range is gathered and sorted, if it is
  // not too much for that.
  const edge = await findWindowEnd(db, request, nearestItems);
  const near = await db.keys(selectWorkItems(db.dialect, request, [], { upTo: edge ?? null }));
  if (near.length > request.limit || !edge) return near;
  const rest = { ...request, after: edge, limit: request.limit - near.length };
  const source = (await areFewInRanges(db, request)) ? 'inRanges' : undefined;
  return [...near, ...(await db.keys(selectWorkItems(db.dialect, rest, [], source)))];
}

const nearestItems = 500;
const gatheredItemsMax = 20_000;

async function areFewInRanges(
  db: Database,
  { brandId, phase, filters }: WorkItemPageRequest,
): Promise<boolean> {
  const sql = new SqlText().add('select count(*) from (select 1 from work_items w');
  sql.add(' where w.brand_id = ? and w.phase = ?', brandId, phase);
  addRanges(db.dialect, sql, filters).add(' limit ?) w', gatheredItemsMax + 1);
  const [row] = await db.rows<[number]>(sql);
  return row![0] <= gatheredItemsMax;
}

function hasRangeOfOtherField({ filters, sort }: WorkItemPageRequest): boolean {
  const ranges: Partial<Record<WorkItemSortField, (number | undefined)[]>> = {
    createdAt: [filters.createdSince, filters.createdBefore],
    updatedAt: [filters.updatedSince, filters.updatedBefore],
    scheduledStart: [filters.scheduledFrom, filters.scheduledTo],
  };
  return Object.entries(ranges).some(
    ([field, bounds]) => field !== sort.field && bounds.some((bound) => bound !== undefined),
  );
}

/** The last of so many items that are nearest in the list, most filters aside; undefined when it ends before. */
export async function findWindowEnd(
  db: Database,
  request: WorkItemPageRequest,
  items: number,
): Promise<Position | undefined> {
  const { sort, after } = request;
  const sortBy = sortExpression(db.dialect, sort.field);
  const sql = new SqlText().add(`select ${sortBy}, w.id from work_items w where`);
  addWindow(sql, request);
  addPage(sql, { sortBy, id: 'w.id', descending: sort.descending, after, limit: 0 });
  const [row] = await db.rows<[number, string]>(sql.add(` offset ${items - 1}`));
  return row && { value: row[0], id: row[1] };
}

/** What an index has in the order of the list: only items of it are looked at one by one. */
function addWindow(sql: SqlText, { brandId, phase, filters, sort }: WorkItemPageRequest): SqlText {
  sql.add(' w.brand_id = ? and w.phase = ? and w.deleted_at is null', brandId, phase);
  const isByStatus = filters.status?.length === 1 && sort.field === 'createdAt';
  if (isByStatus) sql.addAnyOf('w.status', filters.status!);
  else if (filters.tag) sql.add(' and w.tags is not null');
  else if (filters.archived === 'only') sql.add(' and w.archived_at is not null');
  return sql;
}

/** Whether it has a filter for which items have to be looked at one by one. */
export function isLookedThrough({ filters }: WorkItemPageRequest): boolean {
  if (filters.customerId !== undefined || filters.addressId !== undefined) return false;
  return unindexedFilters.some((name) => filters[name] !== undefined);
}

const unindexedFilters = ['priority', 'source', 'tag', 'category'] as const;

function mergePages(
  pages: readonly (readonly RecordKey[])[],
  { sort, limit }: WorkItemPageRequest,
): RecordKey[] {
  const sign = sort.descending ? -1 : 1;
  return pages
    .flat()
    .sort((a, b) => sign * (a.sortValue - b.sortValue || (a.id < b.id ? -1 : 1)))
    .slice(0, limit + 1);
}

// Id, versions of item, customer and address, sort value.
export type WorkItemKeyRow = [string, number, number, number | null, number];
const keyColumns = 5;

/** Of a row with any columns more. */
export function readWorkItemKey(row: readonly unknown[]): RecordKey {
  return keyOfRow(row, keyColumns);
}

/** Where the items are taken from: by their words, the list up to a position or its end, by the ranges of times. */
type WorkItemSource =
  | { index: SearchIndex; words: readonly string[]; isInArrivalOrder: boolean }
  | { upTo: Position | null }
  | 'inRanges';

/** The statement for a page: keys, then any columns more. */
export function selectWorkItems(
  dialect: Dialect,
  { brandId, phase, filters, sort, after, limit }: WorkItemPageRequest,
  columns: readonly string[],
  source?: WorkItemSource,
): SqlText {
  const sortBy = sortExpression(dialect, sort.field);
  const keys = ['w.id', 'w.version', 'c.version', 'a.version', sortBy];
  const sql = new SqlText().add(`select ${[...keys, ...columns].join(', ')} from `);
  const order = { sortBy, id: 'w.id', descending: sort.descending, after, limit };
  if (!source && dialect.takesPageFirst) {
    sql.add('(select * from work_items w where w.brand_id = ? and w.phase = ?', brandId, phase);
    addFilters(dialect, sql, filters);
    addPage(sql, order).add(`) w ${belongings}`);
    return addPage(sql, { ...order, after: undefined });
  }
  if (!source) {
    sql.add('work_items w');
  } else if (source === 'inRanges') {
    sql.add('(select * from work_items w where w.brand_id = ? and w.phase = ?', brandId, phase);
    // A limit makes the database take these items first, by the index that fits them.
    addRanges(dialect, sql, filters).add(' limit ?) w', Number.MAX_SAFE_INTEGER);
  } else if ('words' in source) {
    source.index.addCandidates(sql, 'w', brandId, source.words);
  } else {
    sql.add('(select * from work_items w where');
    addWindow(sql, { brandId, phase, filters, sort, after, limit });
    addBetween(sql, { ...order, upTo: source.upTo }).add(') w');
  }
  sql.add(` ${belongings} where w.brand_id = ? and w.phase = ?`, brandId, phase);
  addFilters(dialect, sql, filters);
  const isByArrival = typeof source === 'object' && 'words' in source && source.isInArrivalOrder;
  if (isByArrival && sort.field === 'createdAt') {
    return addPageByArrival(sql, { ...order, brandId, arrival: 's.rowid', table: 'work_items' });
  }
  return addPage(sql, order);
}

// Every item has a customer.
const belongings = `join customers c on c.brand_id = w.brand_id and c.id = w.customer_id
      left join addresses a on a.brand_id = w.brand_id and a.id = w.address_id`;

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
  if (filters.customerId !== undefined) sql.add(' and w.customer_id = ?', filters.customerId);
  if (filters.addressId !== undefined) sql.add(' and w.address_id = ?', filters.addressId);
  addRanges(dialect, sql, filters);
  if (filters.archived === 'only') sql.add(' and w.archived_at is not null');
  else if (filters.archived !== 'include') sql.add(' and w.archived_at is null');
}

export function addRanges(dialect: Dialect, sql: SqlText, filters: WorkItemFilters): SqlText {
  const scheduledStart = sortExpression(dialect, 'scheduledStart');
  for (const [condition, value] of [
    ['w.created_at >= ?', filters.createdSince],
    ['w.created_at < ?', filters.createdBefore],
    ['w.updated_at >= ?', filters.updatedSince],
    ['w.updated_at < ?', filters.updatedBefore],
    [`${scheduledStart} >= ?`, filters.scheduledFrom],
    [`${scheduledStart} < ?`, filters.scheduledTo],
  ] as const) {
    if (value !== undefined) sql.add(` and ${condition}`, value);
  }
  // Items without a planned start are in no range, although they sort as if far in the future.
  const isPlanned = filters.scheduledFrom !== undefined || filters.scheduledTo !== undefined;
  return isPlanned ? sql.add(` and ${scheduledStart} < ${dialect.noPlannedStart}`) : sql;
}
