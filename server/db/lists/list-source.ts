// The description of a list, and its statements: a page in index order, and chunks of a scan.
import type { Position } from '#core/requests/cursor.ts';
import type { Database, SearchIndex } from '../database.ts';
import { addBehind, addBetween, addPage, inOrder } from './page.ts';
import { SqlText } from '../sql-text.ts';

type AddTo = (sql: SqlText) => unknown;

export interface ListSource {
  table: 'work_items' | 'customers' | 'addresses';
  /** The table's alias. */
  as: string;
  brandId: string;
  /** Joins for `texts`; empty without a search. */
  joins: string;
  /** Whether the indexes include archived or deleted records. */
  hidesSome: boolean;
  sort: { by: string; descending: boolean };
  /** Whether the list is sorted by creation. */
  isByCreation: boolean;
  after: Position | undefined;
  limit: number;
  /**
   * Only conditions that the index covers, so that a statement reads no more rows than it counts.
   */
  addIndexed: AddTo;
  /** All filters except words. */
  addFilters: AddTo;
  /** Conditions that have an index of their own and may match few records. */
  few: readonly AddTo[];
  words: readonly string[];
  /** The columns that are searched for words. */
  texts: readonly string[];
  wordsOf(texts: readonly string[]): string[];
  index: SearchIndex;
}

export interface RecordKey {
  readonly id: string;
  readonly sortValue: number;
}

/** Followed by texts, then other columns. */
export type ListRow = [id: string, sortValue: number, ...unknown[]];
export const keyColumns = 2;

export function keyOfRow([id, sortValue]: ListRow): RecordKey {
  return { id, sortValue };
}

// The most rows that one statement reads for a page. Beyond so many hidden records, a scan takes
// over.
const pageRowsMax = 1_000;

interface PageRead {
  keys: readonly RecordKey[];
  /** Where reading stopped before the page was full. */
  end?: Position;
}

/** One statement, on an index with the filters and the order of the list. */
export async function readPage(db: Database, source: ListSource): Promise<PageRead> {
  const select = source.hidesSome ? selectShown(source) : selectPage(source);
  const rows = await db.rows<[string, number, isEnd?: number]>(select);
  const last = rows.at(-1);
  if (!last?.[2]) return { keys: rows.map(keyOfRow) };
  return { keys: rows.slice(0, -1).map(keyOfRow), end: { id: last[0], value: last[1] } };
}

function selectPage(source: ListSource): SqlText {
  const { table, as } = source;
  const sql = new SqlText().add(`select ${keyOf(source)} from ${table} ${as}`);
  source.addFilters(addWhere(sql, source));
  return addPage(sql, orderOf(source));
}

/**
 * The page, followed by the record where reading stopped, if any. Each subquery is read lazily: a
 * full page stops early and never looks for the end.
 */
function selectShown(source: ListSource): SqlText {
  const { table, as, limit } = source;
  const order = orderOf(source);
  const addRead = (sql: SqlText, columns: string) => {
    addWhere(sql.add(`select ${columns} from ${table} ${as}`), source);
    source.addIndexed(sql);
    return addBehind(sql, order).add(inOrder(order));
  };
  const sql = new SqlText().add(`select * from (select ${keyOf(source)}, 0 as is_end from (`);
  addRead(sql, '*').add(` limit ${pageRowsMax}) ${as}`);
  source.addFilters(addWhere(sql, source));
  sql.add(` limit ${limit + 1}) page union all select * from (`);
  addRead(sql, `${keyOf(source)}, 1`);
  return sql.add(` limit 1 offset ${pageRowsMax - 1}) cut limit ${limit + 1}`);
}

/** Merges sorted pages. A record that moved between them is included once. */
export function mergePages(
  pages: readonly (readonly RecordKey[])[],
  { sort, limit }: Pick<ListSource, 'sort' | 'limit'>,
): RecordKey[] {
  const sign = sort.descending ? -1 : 1;
  const byId = new Map(pages.flat().map((key) => [key.id, key]));
  return [...byId.values()]
    .sort((a, b) => sign * (a.sortValue - b.sortValue || (a.id < b.id ? -1 : 1)))
    .slice(0, limit + 1);
}

/** The last of the next `records` index entries; undefined when the index ends before. */
export async function findEnd(
  db: Database,
  source: ListSource,
  records: number,
): Promise<Position | undefined> {
  const { table, as, sort } = source;
  const sql = addWhere(
    new SqlText().add(`select ${sort.by}, ${as}.id from ${table} ${as}`),
    source,
  );
  source.addIndexed(sql);
  addPage(sql, { ...orderOf(source), limit: 0 });
  const [row] = await db.rows<[number, string]>(sql.add(` offset ${records - 1}`));
  return row && { value: row[0], id: row[1] };
}

/** Records after `after`, up to and including `upTo`, that pass the filters. */
export function readBetween(
  db: Database,
  source: ListSource,
  upTo: Position | null,
): Promise<ListRow[]> {
  const { table, as } = source;
  const sql = addWhere(selectRows(source).add(`(select * from ${table} ${as}`), source);
  source.addIndexed(sql);
  // The limit is an optimization fence: it makes the database read this index first.
  addBetween(sql, { ...orderOf(source), upTo }).add(` limit ${Number.MAX_SAFE_INTEGER}) ${as}`);
  addWhere(sql.add(` ${source.joins}`), source);
  source.addFilters(sql);
  return db.rows(sql.add(inOrder(orderOf(source))));
}

/** Whether at most `most` records meet the condition. */
export async function areFew(
  db: Database,
  source: ListSource,
  addCondition: AddTo,
  most: number,
): Promise<boolean> {
  const sql = new SqlText().add(`select count(*) from (select 1 from ${source.table} ${source.as}`);
  addCondition(addWhere(sql, source));
  const [row] = await db.rows<[number]>(sql.add(` limit ${most + 1}) few`));
  return row![0] <= most;
}

/** Records after `after` that meet the condition and pass the filters. */
export function readFew(db: Database, source: ListSource, addCondition: AddTo): Promise<ListRow[]> {
  const { table, as, joins } = source;
  const sql = selectRows(source).add(`(select * from ${table} ${as}`);
  addCondition(addWhere(sql, source));
  addWhere(sql.add(` limit ${Number.MAX_SAFE_INTEGER}) ${as} ${joins}`), source);
  source.addFilters(sql);
  const order = orderOf(source);
  return db.rows(addBehind(sql, order).add(inOrder(order)));
}

/**
 * Of the records with these `seq` values, those after `after` that pass the filters, in `seq`
 * order.
 */
export function readNumbered(
  db: Database,
  source: ListSource,
  numbers: readonly number[],
): Promise<ListRow[]> {
  const { table, as, joins, sort } = source;
  const sql = selectRows(source, `${as}.seq`);
  sql.add(
    `json_each(?) n cross join ${table} ${as} on ${as}.seq = n.value`,
    JSON.stringify(numbers),
  );
  addWhere(sql.add(` ${joins}`), source);
  source.addFilters(sql);
  addBehind(sql, orderOf(source));
  return db.rows(sql.add(` order by ${as}.seq ${sort.descending ? 'desc' : 'asc'}`));
}

export async function numberOf(
  db: Database,
  { table, brandId }: ListSource,
  id: string,
): Promise<number | undefined> {
  const select = `select seq from ${table} where brand_id = ? and id = ?`;
  return (await db.first<{ seq: number }>(select, brandId, id))?.seq;
}

export async function positionOfNumber(
  db: Database,
  { table, as, brandId, sort }: ListSource,
  seq: number,
): Promise<Position | undefined> {
  const sql = new SqlText().add(`select ${sort.by}, ${as}.id from ${table} ${as}`);
  const [row] = await db.rows<[number, string]>(
    sql.add(` where ${as}.seq = ? and ${as}.brand_id = ?`, seq, brandId),
  );
  return row && { value: row[0], id: row[1] };
}

/** One page of records after `after` that have all the words and pass the filters. */
export async function readMatches(
  db: Database,
  source: ListSource,
  addMatches: AddTo,
): Promise<RecordKey[]> {
  const { as } = source;
  const sql = new SqlText().add(`select ${keyOf(source)} from (select ${as}.* from `);
  addMatches(sql);
  source.addFilters(addWhere(sql, source));
  const order = orderOf(source);
  const rows = await db.rows<ListRow>(addPage(sql, order).add(`) ${as}${inOrder(order)}`));
  return rows.map(keyOfRow);
}

function selectRows(source: ListSource, ...more: string[]): SqlText {
  const { words, texts } = source;
  const columns = [keyOf(source), ...(words.length > 0 ? texts : []), ...more];
  return new SqlText().add(`select ${columns.join(', ')} from `);
}

function keyOf({ as, sort }: ListSource): string {
  return `${as}.id, ${sort.by}`;
}

function addWhere(sql: SqlText, { as, brandId }: ListSource): SqlText {
  return sql.add(` where ${as}.brand_id = ?`, brandId);
}

function orderOf({ as, sort, after, limit }: ListSource) {
  return { sortBy: sort.by, id: `${as}.id`, descending: sort.descending, after, limit };
}
