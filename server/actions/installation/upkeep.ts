import { longWindowMsMax } from '#core/requests/rate-window.ts';
import { sessionIdleMsMax } from '#core/accounts/session-token.ts';
import { deleteExpiredLinks } from '#db/accounts/account-links.ts';
import type { Database } from '#db/database.ts';
import { deleteExpiredIdempotencyRows } from '#db/leads/idempotency.ts';
import { deleteExpiredChallenges } from '#db/accounts/passkeys.ts';
import { deleteOldRateWindows } from '#db/requests/rate-windows.ts';
import { deleteUnusedSessions } from '#db/accounts/sessions.ts';
import { deleteOldCustomerMails } from '#db/notifications/customer-mails.ts';
import { deleteOldDeliveries } from '#db/webhooks/old-deliveries.ts';
import { rateWindowSeconds, webhookLogDays } from '#contract/limits.ts';
import type { ActionContext } from '../context.ts';

/** Checkpoints the whole write-ahead log, so that it restarts from its beginning. */
export async function finishCheckpoint(db: Database): Promise<void> {
  db.upkeep.finishCheckpoint();
}

const sweptAtOnceMax = 500;
// Twice the window, for servers whose clock is a little behind.
const rateWindowMsMax = 2 * rateWindowSeconds * 1000;
const webhookLogMs = webhookLogDays * 24 * 60 * 60 * 1000;

/** Deletes expired rows, a bounded number per call. Returns whether there may be more. */
export async function sweep(db: Database, _input: null, context: ActionContext): Promise<boolean> {
  const now = context.now();
  const removed = await db.transaction(async (trx) => [
    await deleteExpiredIdempotencyRows(trx, now, sweptAtOnceMax),
    await deleteOldRateWindows(trx, {
      before: now - rateWindowMsMax,
      longBefore: now - 2 * longWindowMsMax,
      most: sweptAtOnceMax,
    }),
    await deleteUnusedSessions(trx, { usedBefore: now - sessionIdleMsMax, most: sweptAtOnceMax }),
    await deleteExpiredLinks(trx, now, sweptAtOnceMax),
    await deleteExpiredChallenges(trx, now, sweptAtOnceMax),
    await deleteOldCustomerMails(trx, { before: now, most: sweptAtOnceMax }),
    await deleteOldDeliveries(trx, { before: now - webhookLogMs, most: sweptAtOnceMax }),
  ]);
  return removed.some((count) => count >= sweptAtOnceMax);
}

/** Throws when the database cannot be written. */
export async function probeWrite(
  db: Database,
  { isThorough }: { isThorough: boolean },
): Promise<void> {
  await db.upkeep.probeWrite(isThorough);
}

export async function refreshStatistics(db: Database): Promise<void> {
  await db.upkeep.refreshStatistics();
}

/** Runs one step of the purge; see `purgeDeleted` in db/database.ts. */
export function purgeDeleted(
  db: Database,
  { piece }: { piece: 'first' | 'next' },
): Promise<'more' | 'busy' | 'done'> {
  return db.upkeep.purgeDeleted(piece);
}
