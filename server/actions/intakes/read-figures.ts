import type { ChannelFigures } from '#contract/channel.ts';
import { figuresOf, warningOf } from '#core/intakes/channel-figures.ts';
import type { ChannelRecord } from '#core/records.ts';
import { timestamp } from '#core/timestamp.ts';
import { marks } from '#db/columns.ts';
import type { Database } from '#db/database.ts';
import { findChannels } from '#db/intakes/channels.ts';
import { findIntakeTimes } from '#db/intakes/intakes.ts';
import { countOpenIntakes } from '#db/intakes/intakes.ts';
import { countDoubtfulLeads } from '#db/intakes/doubts.ts';
import { listDuplicates } from '../customers/list-duplicates.ts';
import type { ActionContext } from '../context.ts';

// Bounds the work for a flooded channel.
const intakesCountedMax = 5_000;
const idsAtOnce = 500;
const countedMax = 1_000;
// Enough to know the usual gap.
const intakesJudgedMax = 50;

export async function readFigures(
  db: Database,
  { channel }: { channel: ChannelRecord },
  context: ActionContext,
): Promise<ChannelFigures> {
  const { brandId, id: channelId } = channel;
  const times = await findIntakeTimes(db, { brandId, channelId, most: intakesCountedMax });
  const leadIds = times.flatMap(({ workItemId }) => workItemId ?? []);
  let jobs = 0;
  for (let at = 0; at < leadIds.length; at += idsAtOnce) {
    jobs += await countJobsAmong(db, brandId, leadIds.slice(at, at + idsAtOnce));
  }
  return figuresOf(channel, times, { leads: leadIds.length, jobs }, context.now());
}

async function countJobsAmong(
  db: Database,
  brandId: string,
  ids: readonly string[],
): Promise<number> {
  const row = await db.first<{ count: number }>(
    `select count(*) as count from work_items
      where brand_id = ? and id in (${marks(ids)}) and phase = 'job'`,
    brandId,
    ...ids,
  );
  return Number(row!.count);
}

interface WarnedChannel {
  id: string;
  name: string;
  warning: NonNullable<ChannelFigures['warning']>;
  lastIntakeAt: string | null;
}

interface Tray {
  intakes: number;
  duplicates: number;
  doubtful: number;
  /** Channels that their owner should look at. */
  channels: WarnedChannel[];
}

/** What waits for a person, each count up to a limit. */
export async function countTray(
  db: Database,
  { brandId }: { brandId: string },
  context: ActionContext,
): Promise<Tray> {
  return {
    intakes: await countOpenIntakes(db, brandId, countedMax),
    duplicates: (await listDuplicates(db, { brandId })).length,
    doubtful: await countDoubtfulLeads(db, brandId, countedMax),
    channels: await findWarnedChannels(db, brandId, context.now()),
  };
}

async function findWarnedChannels(
  db: Database,
  brandId: string,
  now: number,
): Promise<WarnedChannel[]> {
  const warned: WarnedChannel[] = [];
  for (const { id, name, mailboxError } of await findChannels(db, brandId)) {
    const judged = { brandId, channelId: id, most: intakesJudgedMax, withoutHeld: true };
    const times = await findIntakeTimes(db, judged);
    const warning = warningOf(times, mailboxError, now);
    const last = times[0]?.receivedAt;
    const lastIntakeAt = last === undefined ? null : timestamp(last);
    if (warning !== null) warned.push({ id, name, warning, lastIntakeAt });
  }
  return warned;
}
