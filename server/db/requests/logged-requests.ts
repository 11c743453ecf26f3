// The request log of the last weeks, keyed by brand and id. Ids are UUIDv7 and begin with the time,
// so the key sorts by time and a time is a bound for the key.
import type { ListedRequestRecord } from '#core/requests/present-request.ts';
import type { RequestRecord } from '#core/records.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database, Dialect } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import { SqlText } from '../sql-text.ts';

const listedFields: Field<'loggedRequests'>[] = [
  'id',
  'keyId',
  'memberId',
  'method',
  'route',
  'path',
  'status',
  'durationMs',
  'message',
  'rescuedAs',
];
const listedColumns = `${columns('loggedRequests', listedFields)}, body is not null as "hasBody"`;

export interface RequestFilters {
  requestId?: string;
  keyId?: string;
  route?: string[];
  method?: string[];
  /** Inclusive ranges. */
  statuses?: { from: number; to: number }[];
  since?: number;
  before?: number;
}

/**
 * The columns of most requests. On SQLite each further column costs a tenth more, even if it is
 * null.
 */
export type PlainRequestRow = Pick<
  RequestRecord,
  'brandId' | 'id' | 'keyId' | 'method' | 'route' | 'path' | 'status' | 'durationMs'
>;

/** The body of a refused lead is in its intake, and so is the work item that it became. */
export type OtherRequestRow = Omit<RequestRecord, 'body' | 'rescuedAs'>;

export async function insertLoggedRequests(
  db: Database,
  plain: readonly PlainRequestRow[],
  others: readonly OtherRequestRow[],
): Promise<void> {
  await db.insertRows('loggedRequests', plain as readonly RequestRecord[]);
  await db.insertRows('loggedRequests', others as readonly RequestRecord[]);
}

interface RequestRange {
  brandId: string;
  filters: RequestFilters;
  /** Only older requests than this one. */
  beforeId: string | undefined;
  /** Only this request and newer ones. */
  fromId: string | undefined;
  most: number;
}

/** Newest first. */
export function findLoggedRequests(
  db: Database,
  { brandId, filters, beforeId, fromId, most }: RequestRange,
): Promise<ListedRequestRecord[]> {
  const sql = new SqlText().add(`select ${listedColumns} from `);
  addRange(sql, db.dialect, { brandId, filters, beforeId });
  if (fromId !== undefined) sql.add(' and id >= ?', fromId);
  if (filters.requestId !== undefined) sql.add(' and id = ?', filters.requestId);
  if (filters.keyId !== undefined) sql.add(' and key_id = ?', filters.keyId);
  if (filters.route) sql.addAnyOf('route', filters.route);
  if (filters.method) sql.addAnyOf('method', filters.method);
  if (filters.statuses) {
    const ranges = filters.statuses.map(() => 'status between ? and ?').join(' or ');
    sql.add(` and (${ranges})`, ...filters.statuses.flatMap(({ from, to }) => [from, to]));
  }
  sql.add(' order by id desc limit ?', most);
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}

/** The id of the `most`-th newest request; undefined when there are fewer. */
export async function findRequestsEdge(
  db: Database,
  { brandId, filters, beforeId, most }: Omit<RequestRange, 'fromId'>,
): Promise<string | undefined> {
  const sql = new SqlText().add('select id from ');
  addRange(sql, db.dialect, { brandId, filters, beforeId });
  // Reads only the index.
  sql.add(' order by id desc limit 1 offset ?', most - 1);
  const [row] = await db.rows<[string]>(sql);
  return row?.[0];
}

export async function countAllRequests(db: Database, brandId: string): Promise<number> {
  const row = await db.first<{ count: number }>(
    'select count(*) as count from logged_requests where brand_id = ?',
    brandId,
  );
  return row!.count;
}

interface RequestCount {
  brandId: string;
  since: number;
  before: number;
  /** The limit of the count. */
  most: number;
}

/** Counts requests made with a key, in a time range. */
export async function countRequests(
  db: Database,
  { most, ...range }: RequestCount,
): Promise<{ requests: number; isMore: boolean }> {
  const sql = new SqlText().add('select count(*) from (select 1 from ');
  addCounted(sql, db.dialect, { ...range, most });
  const [row] = await db.rows<[number]>(sql);
  return { requests: Math.min(row![0], most), isMore: row![0] > most };
}

/** Counts refused requests (4xx) and failed ones (5xx). */
export async function countRefusedRequests(
  db: Database,
  { most, ...range }: RequestCount,
): Promise<{ refused: number; failed: number; isMore: boolean }> {
  const sql = new SqlText().add(
    'select count(*), count(case when status >= 500 then 1 end) from (select status from ',
  );
  addCounted(sql, db.dialect, { ...range, most, statuses: [{ from: 400, to: 599 }] });
  const [row] = await db.rows<[number, number]>(sql);
  const [all, failed] = row!;
  // One extra row is read, to know whether there are more.
  const isMore = all > most;
  const shownFailed = Math.min(failed, most);
  return { refused: Math.min(all, most) - shownFailed, failed: shownFailed, isMore };
}

function addCounted(
  sql: SqlText,
  dialect: Dialect,
  { brandId, most, ...filters }: RequestCount & Pick<RequestFilters, 'statuses'>,
): void {
  addRange(sql, dialect, { brandId, filters, beforeId: undefined });
  sql.add(' and key_id is not null limit ?) as r', most + 1);
}

function addRange(
  sql: SqlText,
  dialect: Dialect,
  { brandId, filters, beforeId }: Pick<RequestRange, 'brandId' | 'filters' | 'beforeId'>,
): SqlText {
  const { statuses, since, before } = filters;
  if (statuses?.every(({ from }) => from >= 400)) sql.add(refusedOnes(dialect), brandId);
  else sql.add('logged_requests where brand_id = ?', brandId);
  if (since !== undefined) sql.add(' and id >= ?', uuidBoundAt(since));
  if (before !== undefined) sql.add(' and id < ?', uuidBoundAt(before));
  if (beforeId !== undefined) sql.add(' and id < ?', beforeId);
  return sql;
}

/** The index hint keeps SQLite from reading the successful requests too. */
function refusedOnes({ usingIndex }: Dialect): string {
  const index = usingIndex('logged_requests_refused');
  return `logged_requests${index} where brand_id = ? and status >= 400`;
}

export function findLoggedRequest(
  db: Database,
  { brandId, id }: Pick<RequestRecord, 'brandId' | 'id'>,
): Promise<(ListedRequestRecord & Pick<RequestRecord, 'body'>) | undefined> {
  return db.first(
    `select ${listedColumns}, body from logged_requests where brand_id = ? and id = ?`,
    brandId,
    id,
  );
}

/** Deletes a bounded number of a brand's requests before that id; returns how many. */
export function deleteOldRequests(
  db: Database,
  { brandId, beforeId, most }: { brandId: string; beforeId: string; most: number },
): Promise<number> {
  return deleteFirst(db, {
    table: 'logged_requests',
    among: ['brand_id = ?', brandId],
    by: 'id',
    before: beforeId,
    most,
  });
}

export type WrittenRequestRow = Pick<
  RequestRecord,
  'id' | 'path' | 'message' | 'body' | 'rescuedAs'
>;

// A chunk is read quickly, even if each body has the maximum size.
const chunkBytesMax = 256 * 1024;
const chunkRequestsMax = 200;

interface RefusedChunk {
  requests: WrittenRequestRow[];
  isLast: boolean;
}

/**
 * A chunk of refused requests with what the callers sent, oldest first. Nothing is stored of
 * others.
 */
export async function findRefusedRequests(
  db: Database,
  { brandId, afterId }: { brandId: string; afterId: string },
): Promise<RefusedChunk> {
  const sizes = await db.all<{ id: string; bytes: number }>(
    `select r.id, coalesce(octet_length(coalesce(r.body, i.body, i.lead)), 0) as bytes
      from ${refusedWithLeads(db.dialect)} and r.id > ? order by r.id limit ?`,
    brandId,
    afterId,
    chunkRequestsMax,
  );
  let bytes = 0;
  const taken = sizes.filter(
    (size, index) => (bytes += size.bytes) <= chunkBytesMax || index === 0,
  );
  if (taken.length === 0) return { requests: [], isLast: true };
  const requests = await db.all<WrittenRequestRow>(
    `select r.id, r.path, r.message, coalesce(r.body, i.body, i.lead) as body,
        coalesce(i.work_item_id, r.rescued_as) as "rescuedAs"
      from ${refusedWithLeads(db.dialect)} and r.id > ? and r.id <= ? order by r.id`,
    brandId,
    afterId,
    taken.at(-1)!.id,
  );
  return { requests, isLast: taken.length === sizes.length && sizes.length < chunkRequestsMax };
}

/** A refused lead is an intake with the id of its request. */
function refusedWithLeads({ usingIndex }: Dialect): string {
  const index = usingIndex('logged_requests_refused');
  return `logged_requests r${index}
    left join intakes i on i.brand_id = r.brand_id and i.id = r.id
    where r.brand_id = ? and r.status >= 400`;
}

/** Whether any refused request still has content. */
export async function hasRefusedRequests(db: Database, brandId: string): Promise<boolean> {
  const row = await db.first(
    `select 1 as found from ${refusedOnes(db.dialect)}
      and (path is not null or message is not null or body is not null) limit 1`,
    brandId,
  );
  return row !== undefined;
}

/** Deletes what callers sent. The requests stay logged. */
export async function redactLoggedRequests(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.run(
    `update logged_requests set path = null, message = null, body = null
      where brand_id = ? and id in (${marks(ids)})`,
    brandId,
    ...ids,
  );
}
