import type { ChannelFigures } from '#contract/channel.ts';
import { figuresOf } from '#core/intakes/channel-figures.ts';
import type { ChannelRecord } from '#core/records.ts';
import { marks } from '#db/columns.ts';
import type { Database } from '#db/database.ts';
import { findIntakeTimes } from '#db/intakes/intakes.ts';
import { countOpenIntakes } from '#db/intakes/intakes.ts';
import { findDoubtfulLeads } from '#db/intakes/doubts.ts';
import { listDuplicates } from '../customers/list-duplicates.ts';
import type { ActionContext } from '../context.ts';

// Bounds the work for a flooded channel.
const intakesCountedMax = 5_000;
const idsAtOnce = 500;
const countedMax = 1_000;

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

interface TrayCounts {
  intakes: number;
  duplicates: number;
  doubtful: number;
}

/** What waits for a person, each count up to a limit. */
export async function countTray(
  db: Database,
  { brandId }: { brandId: string },
): Promise<TrayCounts> {
  return {
    intakes: await countOpenIntakes(db, brandId, countedMax),
    duplicates: (await listDuplicates(db, { brandId })).length,
    doubtful: (await findDoubtfulLeads(db, brandId, countedMax)).length,
  };
}
