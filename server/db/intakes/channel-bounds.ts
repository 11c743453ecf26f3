// What waits for a person, bounded per channel. Each kind has its own bound, so that refused ones do not
// drive out held ones.
import type { HeldReason } from '#contract/intake-lists.ts';
import { intakeRowBytes } from '#core/intakes/refused-request.ts';
import { marks } from '../columns.ts';
import type { Database } from '../database.ts';

export type KeptKind = 'held' | 'refused' | 'discarded';

interface KindOfChannel {
  brandId: string;
  channelId: string;
  kind: KeptKind;
}

// Those of partial indexes, word for word.
const conditionOf: Record<KeptKind, string> = {
  held: `state = 'held' and discarded_at is null`,
  refused: `state = 'refused' and discarded_at is null`,
  discarded: 'discarded_at is not null',
};

/** Whether there are more than that many from this id on. */
export async function hasMoreIntakes(
  db: Database,
  {
    brandId,
    channelId,
    kind,
    most,
    fromId,
  }: KindOfChannel & {
    most: number;
    fromId: string;
  },
): Promise<boolean> {
  const row = await db.first(
    `select id from intakes
      where brand_id = ? and channel_id = ? and ${conditionOf[kind]} and id >= ?
      order by id desc limit 1 offset ?`,
    brandId,
    channelId,
    fromId,
    most,
  );
  return row !== undefined;
}

interface KeptSize {
  id: string;
  reason: HeldReason | null;
  bytes: number;
}

const texts = ['lead', 'sent', 'body'].map((text) => `coalesce(octet_length(${text}), 0)`);
// Files are stored in base64.
const ofFiles = `case when file_count = 0 then 0 else (
  select coalesce(sum(size_bytes), 0) * 4 / 3 from intake_files
    where intake_files.brand_id = intakes.brand_id and intake_id = intakes.id) end`;

/** Oldest first. */
export async function findKeptSizes(
  db: Database,
  { brandId, channelId, kind, most }: KindOfChannel & { most: number },
): Promise<KeptSize[]> {
  const rows = await db.all<KeptSize>(
    `select id, reason, ${texts.join(' + ')} + ${intakeRowBytes} + ${ofFiles} as bytes from intakes
      where brand_id = ? and channel_id = ? and ${conditionOf[kind]} order by id limit ?`,
    brandId,
    channelId,
    most,
  );
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

/** Except those that became leads meanwhile. Returns how many. */
export async function dropIntakes(
  db: Database,
  { brandId, ids }: { brandId: string; ids: readonly string[] },
): Promise<number> {
  if (ids.length === 0) return 0;
  return db.run(
    `delete from intakes where brand_id = ? and id in (${marks(ids)}) and state <> 'lead'`,
    brandId,
    ...ids,
  );
}
