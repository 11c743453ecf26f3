import type { ChannelRecord } from '#core/records.ts';
import { columns, type Field, marks } from '../columns.ts';
import type { Database } from '../database.ts';

const fields: Field<'channels'>[] = [
  'brandId',
  'id',
  'version',
  'type',
  'name',
  'address',
  'settings',
  'mailboxUrl',
  'mailboxError',
  'mailboxMark',
  'mailboxDueAt',
  'dropped',
  'createdAt',
  'createdBy',
  'deletedAt',
];
const select = `select ${columns('channels', fields)} from channels`;

export function insertChannel(db: Database, channel: ChannelRecord): Promise<void> {
  return db.insertRows('channels', [channel]);
}

/** Oldest first: ids grow with time. */
export function findChannels(db: Database, brandId: string): Promise<ChannelRecord[]> {
  return db.all(`${select} where brand_id = ? and deleted_at is null order by id`, brandId);
}

export function findChannel(
  db: Database,
  { brandId, id }: Pick<ChannelRecord, 'brandId' | 'id'>,
): Promise<ChannelRecord | undefined> {
  return db.first(`${select} where brand_id = ? and id = ? and deleted_at is null`, brandId, id);
}

/** Of any brand. */
export function findChannelById(db: Database, id: string): Promise<ChannelRecord | undefined> {
  return db.first(`${select} where id = ? and deleted_at is null`, id);
}

export function lockChannel(
  db: Database,
  { brandId, id }: Pick<ChannelRecord, 'brandId' | 'id'>,
): Promise<ChannelRecord | undefined> {
  return db.first(
    `${select} where brand_id = ? and id = ? and deleted_at is null${db.dialect.forUpdate}`,
    brandId,
    id,
  );
}

export function findChannelByAddress(
  db: Database,
  { type, address }: Pick<ChannelRecord, 'type' | 'address'>,
): Promise<ChannelRecord | undefined> {
  return db.first(`${select} where address = ? and type = ? and deleted_at is null`, address, type);
}

/**
 * Channels whose mailbox is due, the longest due first: one of each brand but the busy ones. No server takes
 * one twice.
 */
export function lockDueMailboxes(
  db: Database,
  { now, most, busyBrandIds }: { now: number; most: number; busyBrandIds: readonly string[] },
): Promise<ChannelRecord[]> {
  const isDue = 'mailbox_url is not null and deleted_at is null and mailbox_due_at <= ?';
  return db.all(
    `${select} where ${isDue} and id = (
        select id from channels other where other.brand_id = channels.brand_id and ${isDue}
        order by mailbox_due_at, id limit 1)
      ${busyBrandIds.length === 0 ? '' : `and brand_id not in (${marks(busyBrandIds)})`}
      order by mailbox_due_at limit ?${db.dialect.forUpdateSkipLocked}`,
    now,
    now,
    ...busyBrandIds,
    most,
  );
}

export async function updateChannel(db: Database, channel: ChannelRecord): Promise<void> {
  await db.putRows('channels', ['brandId', 'id'], [channel]);
}

/** Unless its mailbox was changed meanwhile. */
export async function setMailboxDueAt(
  db: Database,
  {
    brandId,
    id,
    mailboxUrl,
    mailboxDueAt,
  }: Pick<ChannelRecord, 'brandId' | 'id' | 'mailboxUrl' | 'mailboxDueAt'>,
): Promise<void> {
  await db.run(
    `update channels set mailbox_due_at = ?
      where brand_id = ? and id = ? and mailbox_url = ?`,
    mailboxDueAt,
    brandId,
    id,
    mailboxUrl,
  );
}

export type PolledMailbox = Pick<
  ChannelRecord,
  'brandId' | 'id' | 'mailboxUrl' | 'mailboxError' | 'mailboxMark'
>;

/** The same, with the outcome of a poll. */
export async function setMailboxState(
  db: Database,
  {
    brandId,
    id,
    mailboxUrl,
    mailboxError,
    mailboxMark,
    mailboxDueAt,
  }: PolledMailbox & Pick<ChannelRecord, 'mailboxDueAt'>,
): Promise<void> {
  await db.run(
    `update channels set mailbox_error = ?, mailbox_mark = ?, mailbox_due_at = ?
      where brand_id = ? and id = ? and mailbox_url = ?`,
    mailboxError,
    mailboxMark,
    mailboxDueAt,
    brandId,
    id,
    mailboxUrl,
  );
}

export async function addDropped(
  db: Database,
  { brandId, id }: Pick<ChannelRecord, 'brandId' | 'id'>,
  count: number,
): Promise<void> {
  await db.run(
    'update channels set dropped = dropped + ? where brand_id = ? and id = ?',
    count,
    brandId,
    id,
  );
}
