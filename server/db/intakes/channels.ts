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

/** Of all brands: channels whose mailbox is polled. */
export function findPolledChannels(db: Database): Promise<ChannelRecord[]> {
  return db.all(`${select} where mailbox_url is not null and deleted_at is null order by id`);
}

export async function updateChannel(db: Database, channel: ChannelRecord): Promise<void> {
  await db.putRows('channels', ['brandId', 'id'], [channel]);
}

export async function setMailboxError(
  db: Database,
  { brandId, id, mailboxError }: Pick<ChannelRecord, 'brandId' | 'id' | 'mailboxError'>,
): Promise<void> {
  await db.run(
    'update channels set mailbox_error = ? where brand_id = ? and id = ?',
    mailboxError,
    brandId,
    id,
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
