// Anybody may send to a channel, so what it keeps is bounded, in rows and in bytes.
import { heldPerChannelMax, keptBytesPerChannelMax } from '#contract/limits.ts';
import { intakesToDrop } from '#core/intakes/intakes-to-drop.ts';
import type { IntakeRecord } from '#core/records.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import {
  dropIntakes,
  findKeptSizes,
  hasMoreIntakes,
  type KeptKind,
} from '#db/intakes/channel-bounds.ts';
import { addDropped } from '#db/intakes/channels.ts';

// The bytes are summed only when a large one comes: as many small ones as a channel can have
// take less than a third of its bytes.
const largeBytesMin = 64 * 1024;
const rowsAtOnce = 20;
const sizesMax = 5 * heldPerChannelMax;

/** After one of that kind was added. Returns the ids of those that went. */
export async function boundChannel(
  trx: Database,
  kind: KeptKind,
  { brandId, channelId, bytes }: { brandId: string; channelId: string; bytes: number },
): Promise<readonly string[]> {
  const ofKind = { brandId, channelId, kind };
  const isFull = await hasMoreIntakes(trx, {
    ...ofKind,
    most: heldPerChannelMax,
    fromId: nilUuid,
  });
  if (!isFull && bytes < largeBytesMin) return [];
  // Of several at once, the last one weighs.
  await trx.waitForLocks([`kept intakes ${channelId}`]);
  const ids = intakesToDrop(await findKeptSizes(trx, { ...ofKind, most: sizesMax }), {
    rowsMax: heldPerChannelMax,
    bytesMax: keptBytesPerChannelMax,
    rowsAtOnce,
  });
  const dropped = await dropIntakes(trx, { brandId, ids });
  // A person had decided on the discarded ones.
  if (dropped > 0 && kind !== 'discarded') {
    await addDropped(trx, { brandId, id: channelId }, dropped);
  }
  return ids;
}

/** Without its files. */
export function textBytesOf({ lead, sent, body }: IntakeRecord): number {
  return [lead, sent, body].reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}
