// Keeps what is held or refused.
import type { EventType } from '#contract/event-lists.ts';
import { systemAuthor } from '#core/author.ts';
import type { NewEvent } from '#core/event.ts';
import { maybeSpam } from '#core/intakes/intakes-to-drop.ts';
import type { IntakeFileRecord, IntakeRecord } from '#core/records.ts';
import { uuidBoundAt } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { hasMoreIntakes } from '#db/intakes/channel-bounds.ts';
import { insertIntakeFiles } from '#db/intakes/intake-files.ts';
import { findAcceptedByOnceKeys, findIntakeByOnceKey, insertIntakes } from '#db/intakes/intakes.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { boundChannel, textBytesOf } from './bound-channel.ts';

interface KeptIntake {
  id: string;
  state: IntakeRecord['state'];
  workItemId: string | null;
}

const hourMs = 60 * 60 * 1000;
// As for leads. A mail is the same for good: some mailboxes show one again and again.
const repeatedMs = 24 * hourMs;
// Events are kept for good, and webhooks get each one.
const spamEventsPerHourMax = 10;
const eventsPerHourMax = 100;

/** Returns the earlier intake of a repeated post. */
export function keepIntake(
  db: Database,
  { intake, files }: { intake: IntakeRecord; files: readonly IntakeFileRecord[] },
  context: ActionContext,
): Promise<KeptIntake> {
  const { brandId, channelId, onceKey, source, receivedAt } = intake;
  const since = source === 'mail' ? undefined : receivedAt - repeatedMs;
  return db.transaction(async (trx) => {
    if (onceKey !== null) {
      await trx.waitForLocks([`intake ${brandId} ${onceKey}`]);
      const earlier = await findIntakeByOnceKey(trx, { brandId, onceKey, since });
      if (earlier) return earlier;
    }
    await insertIntakes(trx, [intake]);
    await insertIntakeFiles(trx, files);
    const isTold = channelId === null || (await keepBounded(trx, { ...intake, channelId }, files));
    if (isTold) await recordEvents(trx, [eventOf(intake, context.now())], context);
    return intake;
  });
}

/** Returns whether there is an event for it. */
async function keepBounded(
  trx: Database,
  intake: IntakeRecord & { channelId: string },
  files: readonly IntakeFileRecord[],
): Promise<boolean> {
  const { brandId, channelId, id, reason, receivedAt } = intake;
  const kind = intake.state === 'held' ? 'held' : 'refused';
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, textBytesOf(intake));
  const gone = await boundChannel(trx, kind, { brandId, channelId, bytes });
  if (gone.includes(id)) return false;
  const most = maybeSpam(reason) ? spamEventsPerHourMax : eventsPerHourMax;
  const fromId = uuidBoundAt(receivedAt - hourMs);
  return !(await hasMoreIntakes(trx, { brandId, channelId, kind, most, fromId }));
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
