// The events of a brand, numbered in an order in which none is ever added before one that somebody could
// have read. Numbers given out by writers would not be such an order: of two writers the one with the higher
// number may commit first, and who reads then and goes on from there never sees the other.
//
// Where one writes at a time (SQLite), the number is given in the transaction of the change. Where several
// do, the event is first put among those that wait, also in the transaction of the change; `numberEvents`
// takes over what has been committed, one server at a time for each brand, and only what it has taken over
// can be read. `seq` keeps two changes of one record in their order: the second began after the first had
// been committed, because both lock the record.
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

/** In the transaction of the change. */
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

/** The number of the brand's latest event; 0 if there is none. */
export async function lastPosition(db: Database, brandId: string): Promise<number> {
  const row = await db.first<{ last: number }>(
    'select position as last from events where brand_id = ? order by position desc limit 1',
    brandId,
  );
  return row?.last ?? 0;
}

/** Until the transaction ends, no event of the brand gets a number. */
export function lockNumbering(db: Database, brandId: string): Promise<void> {
  return db.waitForLocks([`events ${brandId}`]);
}

/** Takes over events that wait, a bounded number at once; returns how many. Only where several servers write. */
export async function numberEvents(db: Database, brandId: string, most: number): Promise<number> {
  await lockNumbering(db, brandId);
  // Deleted rows stay in the table and its index until the next vacuum. An index scan marks dead entries and skips them the
  // next time; a bitmap scan or a sequential scan reads all of them again.
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

/** What another server is numbering right now still counts. */
export async function hasWaitingEvents(db: Database, brandId: string): Promise<boolean> {
  if (!db.isShared) return false;
  const waiting = 'select 1 from events_waiting where brand_id = ? limit 1';
  return (await db.first(waiting, brandId)) !== undefined;
}

/** Those of which events wait, some of them. */
export async function findBrandsOfWaitingEvents(db: Database, most: number): Promise<string[]> {
  if (!db.isShared) return [];
  const rows = await db.all<{ brandId: string }>(
    'select distinct brand_id as "brandId" from events_waiting limit ?',
    most,
  );
  return rows.map(({ brandId }) => brandId);
}

/** When the event with that number happened. */
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
  /** The last one to look at. */
  upTo?: number;
  types: readonly EventType[] | null;
  most: number;
}

/** In their order, from behind a number. */
export function findEventsAfter(
  db: Database,
  { brandId, after, upTo, types, most }: EventsAfter,
): Promise<EventRow[]> {
  if (types?.length === 0) return Promise.resolve([]);
  const sql = new SqlText().add(`${select} where brand_id = ? and position > ?`, brandId, after);
  if (upTo !== undefined) sql.add(' and position <= ?', upTo);
  if (types) sql.add(` and type in (${marks(types)})`, ...types);
  sql.add(' order by position limit ?', most);
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}

/** Of some records, those of which something was told that did not come of that request. */
export async function changedByOthers(
  db: Database,
  {
    brandId,
    subjectIds,
    requestId,
  }: { brandId: string; subjectIds: readonly string[]; requestId: string },
): Promise<Set<string>> {
  const told = new Set<string>();
  // First those that wait: what gets its number in between is then found twice, and not missed.
  for (const table of db.isShared ? ['events_waiting', 'events'] : ['events']) {
    const rows = await db.all<{ id: string }>(
      `select distinct subject_id as id from ${table} where brand_id = ?
        and subject_id in (${marks(subjectIds)}) and (request_id is null or request_id <> ?)`,
      brandId,
      ...subjectIds,
      requestId,
    );
    for (const { id } of rows) told.add(id);
  }
  return told;
}

/** All that was told of some records, the oldest first, from behind a number. */
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

/** What was told of changes of some records, also where it has no number yet; the oldest first. */
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
  // First those that wait: what gets its number in between is then found twice, and not missed.
  const waiting = db.isShared ? await from('events_waiting', 'seq') : [];
  return [...(await from('events', 'position')), ...waiting];
}

interface RecordedChange {
  /** JSON. */
  changes: string | null;
}

/** Rewrites what was told of some records, also where it has no number yet; that it was told stays. */
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
  rewrite: (changes: string) => string,
): Promise<void> {
  if (subjectIds.length === 0) return;
  await lockNumbering(db, brandId);
  const tables = [['events', 'position'], ...(db.isShared ? [['events_waiting', 'seq']] : [])];
  for (const [table, key] of tables) {
    const sql = new SqlText().add(
      `select ${key} as key, changes from ${table} where brand_id = ?
        and subject_id in (${marks(subjectIds)}) and (changes is not null or reason is not null)`,
      brandId,
      ...subjectIds,
    );
    if (types) sql.add(` and type in (${marks(types)})`, ...types);
    const told = await db.all<RecordedChange & { key: number }>(
      sql.text,
      ...(sql.values as (string | number)[]),
    );
    for (const event of told) {
      await db.run(
        `update ${table} set changes = ?, reason = null where brand_id = ? and ${key} = ?`,
        event.changes && rewrite(event.changes),
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
