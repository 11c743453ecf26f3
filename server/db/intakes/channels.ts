import type { ChannelRecord } from '#core/records.ts';
import { columns, type Field } from '../columns.ts';
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

/** Of all brands: channels whose mailbox is due, the longest due first. No server takes one twice. */
export function lockDueMailboxes(
  db: Database,
  { now, most }: { now: number; most: number },
): Promise<ChannelRecord[]> {
  return db.all(
    `${select} where mailbox_url is not null and deleted_at is null and mailbox_due_at <= ?
      order by mailbox_due_at limit ?${db.dialect.forUpdateSkipLocked}`,
    now,
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

/** The same, with the outcome of a poll. */
export async function setMailboxState(
  db: Database,
  {
    brandId,
    id,
    mailboxUrl,
    mailboxError,
    mailboxDueAt,
  }: Pick<ChannelRecord, 'brandId' | 'id' | 'mailboxUrl' | 'mailboxError' | 'mailboxDueAt'>,
): Promise<void> {
  await db.run(
    `update channels set mailbox_error = ?, mailbox_due_at = ?
      where brand_id = ? and id = ? and mailbox_url = ?`,
    mailboxError,
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
