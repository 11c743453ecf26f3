// Intakes, keyed by brand and id. Ids are UUIDv7 and begin with the time, so the key sorts by time.
import type { IntakeSource, IntakeState } from '#contract/intake-lists.ts';
import type { IntakeRecord } from '#core/records.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';
import { deleteFirst } from '../delete-first.ts';
import { SqlText } from '../sql-text.ts';

const fields: Field<'intakes'>[] = [
  'brandId',
  'id',
  'channelId',
  'source',
  'state',
  'reason',
  'refusal',
  'lead',
  'sent',
  'contentType',
  'body',
  'bodyEncoding',
  'fileCount',
  'workItemId',
  'onceKey',
  'visit',
  'language',
  'receivedAt',
  'discardedAt',
  'decidedBy',
];
const select = `select ${columns('intakes', fields)} from intakes`;
// Without what was sent, which can be large.
const listedFields = fields.filter((field) => field !== 'sent' && field !== 'body');
const selectListed = `select ${columns('intakes', listedFields)} from intakes`;

type ListedIntakeRecord = Omit<IntakeRecord, 'sent' | 'body'>;
export type IntakeKey = Pick<IntakeRecord, 'brandId' | 'id'>;

export function insertIntakes(db: Database, intakes: readonly IntakeRecord[]): Promise<void> {
  return db.insertRows('intakes', intakes);
}

export function findIntake(
  db: Database,
  { brandId, id }: IntakeKey,
): Promise<IntakeRecord | undefined> {
  return db.first(`${select} where brand_id = ? and id = ?`, brandId, id);
}

export function lockIntake(
  db: Database,
  { brandId, id }: IntakeKey,
): Promise<IntakeRecord | undefined> {
  return db.first(`${select} where brand_id = ? and id = ?${db.dialect.forUpdate}`, brandId, id);
}

export function findListedIntakes(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<ListedIntakeRecord[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.all(`${selectListed} where brand_id = ? and id in (${marks(ids)})`, brandId, ...ids);
}

interface RepeatedPost {
  brandId: string;
  onceKey: string;
  /** Then neither an older one counts nor one that was discarded. */
  since?: number | undefined;
}

/** The earlier intake of a repeated post. */
export function findIntakeByOnceKey(
  db: Database,
  { brandId, onceKey, since }: RepeatedPost,
): Promise<ListedIntakeRecord | undefined> {
  const same = `${selectListed} where brand_id = ? and once_key = ?`;
  if (since === undefined) return db.first(`${same} limit 1`, brandId, onceKey);
  return db.first(
    `${same} and discarded_at is null and received_at >= ? limit 1`,
    brandId,
    onceKey,
    since,
  );
}

/** Of a post that was held or refused, and became a lead. */
export async function findAcceptedByOnceKeys(
  db: Database,
  { brandId, onceKeys, since }: { brandId: string; onceKeys: readonly string[]; since: number },
): Promise<{ id: string; workItemId: string } | null> {
  const row = await db.first<{ id: string; workItemId: string }>(
    `select id, work_item_id as "workItemId" from intakes
      where brand_id = ? and once_key in (${marks(onceKeys)}) and state = 'lead'
        and work_item_id is not null and received_at >= ?
      order by id limit 1`,
    brandId,
    ...onceKeys,
    since,
  );
  return row ?? null;
}

export interface IntakeFilters {
  state?: IntakeState[];
  source?: IntakeSource[];
  channelId?: string;
  since?: number;
  before?: number;
}

interface IntakeRange {
  brandId: string;
  filters: IntakeFilters;
  /** Only older ones than this. */
  beforeId: string | undefined;
  most: number;
}

const idAheadMsMax = 60_000;

/** The ids, newest first, and how large each is in a list. */
export function listIntakes(
  db: Database,
  { brandId, filters, beforeId, most }: IntakeRange,
): Promise<{ id: string; bytes: number }[]> {
  const { state, source, channelId, since, before } = filters;
  const bytes = 'coalesce(octet_length(lead), 0) as bytes';
  const sql = new SqlText().add(`select id, ${bytes} from intakes where brand_id = ?`, brandId);
  if (channelId !== undefined) sql.add(' and channel_id = ?', channelId);
  if (source) sql.addAnyOf('source', source);
  if (state) sql.add(` and (${state.map((one) => conditionOf[one]).join(' or ')})`);
  if (state?.every((one) => one === 'held' || one === 'refused')) {
    // Repeated for the planner: the condition of the partial index.
    sql.add(` and state in ('held', 'refused') and discarded_at is null`);
  }
  if (since !== undefined) {
    // An id is made when the intake is read: a moment before its time, or, of a mailbox, long after.
    sql.add(' and id >= ?', uuidBoundAt(since - idAheadMsMax)).add(' and received_at >= ?', since);
  }
  if (before !== undefined) sql.add(' and received_at < ?', before);
  if (beforeId !== undefined) sql.add(' and id < ?', beforeId);
  sql.add(' order by id desc limit ?', most);
  return db.all(sql.text, ...(sql.values as (string | number)[]));
}

const conditionOf: Record<IntakeState, string> = {
  lead: `state = 'lead'`,
  held: `(state = 'held' and discarded_at is null)`,
  refused: `(state = 'refused' and discarded_at is null)`,
  discarded: 'discarded_at is not null',
};

/** Counts up to a limit. */
export async function countOpenIntakes(
  db: Database,
  brandId: string,
  most: number,
): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*) as count from (select 1 from intakes
      where brand_id = ? and state in ('held', 'refused') and discarded_at is null limit ?) as c`,
    brandId,
    most,
  );
  return Number(row!.count);
}

/** Those that a mended map may turn into leads, oldest first. */
export function findIntakesToRerun(
  db: Database,
  {
    brandId,
    channelId,
    afterId,
    most,
  }: { brandId: string; channelId: string; afterId: string; most: number },
): Promise<IntakeRecord[]> {
  return db.all(
    `${select} where brand_id = ? and channel_id = ? and id > ? and discarded_at is null
      and (state = 'refused'
        or (state = 'held' and reason in ('unreadable', 'secret_wrong', 'several_leads')))
      order by id limit ?`,
    brandId,
    channelId,
    afterId,
    most,
  );
}

/** Replaces everything but the key. */
export async function updateIntake(db: Database, intake: IntakeRecord): Promise<void> {
  const { brandId, id } = intake;
  await db.run(
    `update intakes set state = ?, reason = ?, refusal = ?, lead = ?, work_item_id = ?,
        discarded_at = ?, decided_by = ? where brand_id = ? and id = ?`,
    intake.state,
    intake.reason,
    intake.refusal,
    intake.lead,
    intake.workItemId,
    intake.discardedAt,
    intake.decidedBy,
    brandId,
    id,
  );
}

/**
 * A visitor who corrected the form needs no help with the refused post. An import that is undone neither.
 * Those with more files stay: browsers do not send chosen files again by themselves.
 */
export async function deleteRefusedOfVisit(
  db: Database,
  { brandId, visit, fileCount }: { brandId: string; visit: string; fileCount: number },
): Promise<void> {
  await db.run(
    `delete from intakes
      where brand_id = ? and visit = ? and state = 'refused' and file_count <= ?`,
    brandId,
    visit,
    fileCount,
  );
}

/** Deletes a bounded number of a brand's intakes before that id; returns how many. */
export function deleteOldIntakes(
  db: Database,
  { brandId, beforeId, most }: { brandId: string; beforeId: string; most: number },
): Promise<number> {
  return deleteFirst(db, {
    table: 'intakes',
    among: ['brand_id = ?', brandId],
    by: 'id',
    before: beforeId,
    most,
  });
}

interface IntakeTime {
  receivedAt: number;
  state: IntakeRecord['state'];
  reason: IntakeRecord['reason'];
  workItemId: string | null;
}

/** The latest intakes of a channel, newest first, for its figures. */
export function findIntakeTimes(
  db: Database,
  {
    brandId,
    channelId,
    most,
    withoutHeld = false,
  }: { brandId: string; channelId: string; most: number; withoutHeld?: boolean },
): Promise<IntakeTime[]> {
  const wanted = columns('intakes', ['receivedAt', 'state', 'reason', 'workItemId']);
  return db.all(
    `select ${wanted} from intakes where brand_id = ? and channel_id = ?
      ${withoutHeld ? `and state <> 'held'` : ''} order by id desc limit ?`,
    brandId,
    channelId,
    most,
  );
}
