// Records events in the transaction of the change they describe, and numbers them.
import type { NewEvent } from '#core/event.ts';
import type { Database } from '#db/database.ts';
import {
  findBrandsOfWaitingEvents,
  hasWaitingEvents,
  insertEvents,
  numberEvents,
} from '#db/events/events.ts';
import { wakeTelling } from '#db/notifications/telling-jobs.ts';
import { wakeEndpoints } from '#db/webhooks/webhook-endpoints.ts';
import type { ActionContext } from '../context.ts';

const eventsPerTransaction = 1_000;
const brandsAtOnce = 100;

/** Call this in the transaction of the change, so that events commit and roll back with it. */
export async function recordEvents(
  trx: Database,
  events: readonly NewEvent[],
  context: ActionContext,
): Promise<void> {
  await insertEvents(trx, events);
  for (const brandId of new Set(events.map((event) => event.brandId))) {
    if (trx.isShared) {
      context.eventsPending(brandId);
    } else {
      await wakeReaders(trx, brandId, context.now());
      await trx.notify('events', brandId);
    }
  }
}

/** The jobs that deliver events to webhooks, and tell members of them. */
async function wakeReaders(trx: Database, brandId: string, now: number): Promise<void> {
  await wakeEndpoints(trx, brandId, now);
  await wakeTelling(trx, brandId, now);
}

/** Gives pending events their number; only then can they be read and delivered. */
export async function numberWaitingEvents(
  db: Database,
  { brandId }: { brandId: string },
  context: ActionContext,
): Promise<void> {
  if (!(await hasWaitingEvents(db, brandId))) return;
  let numbered: number;
  do {
    numbered = await db.transaction(async (trx) => {
      const count = await numberEvents(trx, brandId, eventsPerTransaction);
      if (count > 0) await wakeReaders(trx, brandId, context.now());
      return count;
    });
  } while (numbered === eventsPerTransaction);
  // One NOTIFY, however many transactions it took.
  await db.notify('events', brandId);
}

/** Numbers the events of a server that died between writing and numbering them. */
export async function numberOrphanedEvents(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<void> {
  for (const brandId of await findBrandsOfWaitingEvents(db, brandsAtOnce)) {
    await numberWaitingEvents(db, { brandId }, context);
  }
}
