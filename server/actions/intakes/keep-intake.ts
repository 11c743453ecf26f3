// Keeps what is held or refused.
import type { EventType } from '#contract/event-lists.ts';
import { heldPerChannelMax } from '#contract/limits.ts';
import { systemAuthor } from '#core/author.ts';
import type { NewEvent } from '#core/event.ts';
import type { IntakeFileRecord, IntakeRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import { addDropped } from '#db/intakes/channels.ts';
import { insertIntakeFiles } from '#db/intakes/intake-files.ts';
import {
  deleteHeldUpTo,
  findAcceptedByOnceKeys,
  findHeldEdge,
  findIntakeByOnceKey,
  insertIntakes,
} from '#db/intakes/intakes.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';

interface KeptIntake {
  id: string;
  state: IntakeRecord['state'];
  workItemId: string | null;
}

/** Returns the earlier intake of a repeated post. */
export function keepIntake(
  db: Database,
  { intake, files }: { intake: IntakeRecord; files: readonly IntakeFileRecord[] },
  context: ActionContext,
): Promise<KeptIntake> {
  const { brandId, channelId, onceKey } = intake;
  return db.transaction(async (trx) => {
    if (onceKey !== null) {
      await trx.waitForLocks([`intake ${brandId} ${onceKey}`]);
      const earlier = await findIntakeByOnceKey(trx, { brandId, onceKey });
      if (earlier) return earlier;
    }
    await insertIntakes(trx, [intake]);
    await insertIntakeFiles(trx, files);
    await recordEvents(trx, [eventOf(intake, context.now())], context);
    if (intake.state === 'held' && channelId !== null) await boundHeld(trx, { brandId, channelId });
    return intake;
  });
}

/** The lead of a post that was held or refused before. */
export function findAcceptedIntake(
  db: Database,
  repeated: { brandId: string; onceKeys: readonly string[]; since: number },
): Promise<{ id: string; workItemId: string } | null> {
  return findAcceptedByOnceKeys(db, repeated);
}

export function eventOf({ brandId, id, state }: IntakeRecord, createdAt: number): NewEvent {
  const type: EventType = state === 'held' ? 'intake.held' : 'intake.refused';
  return { brandId, ...systemAuthor, type, subjectId: id, changes: null, reason: null, createdAt };
}

/** A flood of spam deletes the oldest held intakes of its own channel. The channel counts them. */
async function boundHeld(
  trx: Database,
  channel: { brandId: string; channelId: string },
): Promise<void> {
  const edge = await findHeldEdge(trx, { ...channel, most: heldPerChannelMax });
  if (edge === undefined) return;
  const dropped = await deleteHeldUpTo(trx, { ...channel, id: edge });
  await addDropped(trx, { brandId: channel.brandId, id: channel.channelId }, dropped);
}
