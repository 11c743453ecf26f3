// The events of a brand, numbered so that no event ever appears before one that was already read.
// Numbers given out by concurrent writers would not guarantee that: the higher number may commit
// first, and a reader who continues from there misses the lower one.
//
// SQLite has one writer, which numbers the event in the transaction of the change. On PostgreSQL
// that transaction inserts into `events_waiting`. `numberEvents` moves committed rows to `events`,
// one server at a time for each brand, and only those can be read. `seq` keeps two changes of one
// record in order: both lock the record, so the second begins after the first has committed.
import type { EventType } from '#contract/event-lists.ts';
import type { NewEvent } from '#core/event.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { SqlText } from '../sql-text.ts';
import type { EventRow } from '../tables.ts';

const fields: Field<'events'>[] = [
  'brandId',
  'position',
  'type',
  'subjectId',
  'actor',
  'actorId',
  'requestId',
  'changes',
  'reason',
  'createdAt',
];
const select = `select ${columns('events', fields)} from events`;

/** Call in the transaction of the change. */
export async function insertEvents(db: Database, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  if (db.isShared) return db.insertRows('eventsWaiting', events.map(rowOf));
  const lastOf = new Map<string, number>();
  const numbered: EventRow[] = [];
  for (const event of events) {
    const position = (lastOf.get(event.brandId) ?? (await lastPosition(db, event.brandId))) + 1;
    lastOf.set(event.brandId, position);
    numbered.push({ position, ...rowOf(event) });
  }
  return db.insertRows('events', numbered);
}

function rowOf(event: NewEvent) {
  return { ...event, changes: event.changes && JSON.stringify(event.changes) };
}

/** The position of the brand's latest event; 0 if there is none. */
export async function lastPosition(db: Database, brandId: string): Promise<number> {
  const row = await db.first<{ last: number }>(
    'select position as last from events where brand_id = ? order by position desc limit 1',
    brandId,
  );
  return row?.last ?? 0;
}

/** Advisory lock: until the transaction ends, no event of the brand gets a number. */
export function lockNumbering(db: Database, brandId: string): Promise<void> {
  return db.waitForLocks([`events ${brandId}`]);
}

/** Numbers a bounded batch of waiting events; returns how many. PostgreSQL only. */
export async function numberEvents(db: Database, brandId: string, most: number): Promise<number> {
  await lockNumbering(db, brandId);
  // Deleted rows stay in the table and its index until the next vacuum. An index scan marks dead
  // entries and skips them the next time; a bitmap scan or a sequential scan reads all of them
  // again.
  await db.run(
    `select set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`,
  );
  const last = await lastPosition(db, brandId);
  const names =
    'brand_id, type, subject_id, actor, actor_id, request_id, changes, reason, created_at';
  return db.run(
    `with taken as (
        delete from events_waiting where brand_id = ? and seq <= (
          select max(seq) from (
            select seq from events_waiting where brand_id = ? order by seq limit ?
          ) first
        ) returning seq, ${names}
      )
      insert into events (position, ${names})
        select cast(? as bigint) + row_number() over (order by seq), ${names} from taken`,
    brandId,
    brandId,
    most,
    last,
  );
}

/** Includes events that another server is numbering right now. */
export async function hasWaitingEvents(db: Database, brandId: string): Promise<boolean> {
  if (!db.isShared) return false;
  const waiting = 'select 1 from events_waiting where brand_id = ? limit 1';
  return (await db.first(waiting, brandId)) !== undefined;
}

/** Some brands that have waiting events. */
export async function findBrandsOfWaitingEvents(db: Database, most: number): Promise<string[]> {
  if (!db.isShared) return [];
  const rows = await db.all<{ brandId: string }>(
    'select distinct brand_id as "brandId" from events_waiting limit ?',
    most,
  );
  return rows.map(({ brandId }) => brandId);
}

export async function timeOfEvent(
  db: Database,
  brandId: string,
  position: number,
): Promise<number | undefined> {
  const row = await db.first<{ at: number }>(
    'select created_at as at from events where brand_id = ? and position = ?',
    brandId,
    position,
  );
  return row?.at;
}

interface EventsAfter {
  brandId: string;
  after: number;
  /** The last position to read. */
  upTo?: number;
  types: readonly EventType[] | null;
  /** Leaves out the events of imports. */
  withoutImports?: boolean;
  most: number;
}

/** Events after a position, in order. */
export function findEventsAfter(
  db: Database,
  { brandId, after, upTo, types, withoutImports, most }: EventsAfter,
): Promise<EventRow[]> {
  if (types?.length === 0) return Promise.resolve([]);
  const sql = new SqlText().add(`${select} where brand_id = ? and position > ?`, brandId, after);
  if (upTo !== undefined) sql.add(' and position <= ?', upTo);
  if (types) sql.add(` and type in (${marks(types)})`, ...types);
  if (withoutImports) {
    const imports = 'select request_id from imports where brand_id = ?';
    sql.add(` and (request_id is null or request_id not in (${imports}))`, brandId);
  }
  sql.add(' order by position limit ?', most);
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}

/** Of these records, those that other requests than `requestId` have changed. */
export async function changedByOthers(
  db: Database,
  {
    brandId,
    subjectIds,
    requestId,
  }: { brandId: string; subjectIds: readonly string[]; requestId: string },
): Promise<Set<string>> {
  const changed = new Set<string>();
  // Waiting events first: an event that is numbered in between is found twice instead of missed.
  for (const table of db.isShared ? ['events_waiting', 'events'] : ['events']) {
    const rows = await db.all<{ id: string }>(
      `select distinct subject_id as id from ${table} where brand_id = ?
        and subject_id in (${marks(subjectIds)}) and (request_id is null or request_id <> ?)`,
      brandId,
      ...subjectIds,
      requestId,
    );
    for (const { id } of rows) changed.add(id);
  }
  return changed;
}

/** Events of these records after a position, oldest first. */
export function findEventsOf(
  db: Database,
  {
    brandId,
    subjectIds,
    after,
    most,
  }: {
    brandId: string;
    subjectIds: readonly string[];
    after: number;
    most: number;
  },
): Promise<EventRow[]> {
  if (subjectIds.length === 0) return Promise.resolve([]);
  return db.all(
    `${select} where brand_id = ? and subject_id in (${marks(subjectIds)}) and position > ?
      order by position limit ?`,
    brandId,
    ...subjectIds,
    after,
    most,
  );
}

/** The changes of these records, including waiting events, oldest first. */
export async function findEventChanges(
  db: Database,
  { brandId, subjectIds }: { brandId: string; subjectIds: readonly string[] },
): Promise<Pick<EventRow, 'type' | 'subjectId' | 'changes'>[]> {
  if (subjectIds.length === 0) return [];
  const from = (table: string, key: string) =>
    db.all<Pick<EventRow, 'type' | 'subjectId' | 'changes'>>(
      `select type, subject_id as "subjectId", changes from ${table} where brand_id = ?
        and subject_id in (${marks(subjectIds)}) and changes is not null order by ${key}`,
      brandId,
      ...subjectIds,
    );
  // Waiting events first: an event that is numbered in between is found twice instead of missed.
  const waiting = db.isShared ? await from('events_waiting', 'seq') : [];
  return [...(await from('events', 'position')), ...waiting];
}

interface RecordedChange {
  /** JSON. */
  changes: string | null;
  reason: string | null;
}

/** Redacts the changes of these records, including waiting events. The events themselves stay. */
export async function redactEventChanges(
  db: Database,
  {
    brandId,
    subjectIds,
    types,
  }: {
    brandId: string;
    subjectIds: readonly string[];
    types?: readonly EventType[];
  },
  rewrite: (event: RecordedChange) => RecordedChange,
): Promise<void> {
  if (subjectIds.length === 0) return;
  await lockNumbering(db, brandId);
  const tables = [['events', 'position'], ...(db.isShared ? [['events_waiting', 'seq']] : [])];
  for (const [table, key] of tables) {
    const sql = new SqlText().add(
      `select ${key} as key, changes, reason from ${table} where brand_id = ?
        and subject_id in (${marks(subjectIds)}) and (changes is not null or reason is not null)`,
      brandId,
      ...subjectIds,
    );
    if (types) sql.add(` and type in (${marks(types)})`, ...types);
    const changed = await db.all<RecordedChange & { key: number }>(
      sql.text,
      ...(sql.values as (string | number)[]),
    );
    for (const event of changed) {
      const { changes, reason } = rewrite(event);
      await db.run(
        `update ${table} set changes = ?, reason = ? where brand_id = ? and ${key} = ?`,
        changes,
        reason,
        brandId,
        event.key,
      );
    }
  }
}

export function findEventsAt(
  db: Database,
  brandId: string,
  positions: readonly number[],
): Promise<EventRow[]> {
  if (positions.length === 0) return Promise.resolve([]);
  return db.all(
    `${select} where brand_id = ? and position in (${marks(positions)})`,
    brandId,
    ...positions,
  );
}
