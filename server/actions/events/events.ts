// What happened, written down in the transaction in which it did.
import type { NewEvent } from '#core/event.ts';
import type { Database } from '#db/database.ts';
import {
  findBrandsOfWaitingEvents,
  hasWaitingEvents,
  insertEvents,
  numberEvents,
} from '#db/events/events.ts';
import { wakeEndpoints } from '#db/webhooks/webhook-endpoints.ts';
import type { ActionContext } from '../context.ts';

const numberedAtOnce = 1_000;
const brandsAtOnce = 100;

/** Belongs into the transaction of the change: then none is lost, and none tells of what never was. */
export async function recordEvents(
  trx: Database,
  events: readonly NewEvent[],
  context: ActionContext,
): Promise<void> {
  await insertEvents(trx, events);
  for (const brandId of new Set(events.map((event) => event.brandId))) {
    if (trx.isShared) {
      context.eventsWait(brandId);
    } else {
      await wakeEndpoints(trx, brandId, context.now());
      await trx.notify('events', brandId);
    }
  }
}

/** From then on they can be read and are delivered. */
export async function numberWaitingEvents(
  db: Database,
  { brandId }: { brandId: string },
  context: ActionContext,
): Promise<void> {
  if (!(await hasWaitingEvents(db, brandId))) return;
  let numbered: number;
  do {
    numbered = await db.transaction(async (trx) => {
      const count = await numberEvents(trx, brandId, numberedAtOnce);
      if (count > 0) await wakeEndpoints(trx, brandId, context.now());
      return count;
    });
  } while (numbered === numberedAtOnce);
  // Once, however many transactions it took.
  await db.notify('events', brandId);
}

/** For those that a server left behind which died in between. */
export async function numberForgottenEvents(
  db: Database,
  _input: null,
  context: ActionContext,
): Promise<void> {
  for (const brandId of await findBrandsOfWaitingEvents(db, brandsAtOnce)) {
    await numberWaitingEvents(db, { brandId }, context);
  }
}
