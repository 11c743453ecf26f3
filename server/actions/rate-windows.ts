import { type RateDecision, decisionFor } from '#core/requests/rate-window.ts';
import type { Database } from '#db/database.ts';
import { giveBackToSharedWindow, takeFromSharedWindow } from '#db/rate-windows.ts';
import type { ActionContext } from './context.ts';

/** One more request of that subject, counted over all servers. */
export async function takeFromRateWindow(
  db: Database,
  { subject, limit, windowMs }: { subject: string; limit: number; windowMs: number },
  context: ActionContext,
): Promise<RateDecision> {
  const now = context.now();
  const countMax = limit + 1;
  const window = await takeFromSharedWindow(db, { subject, now, windowMs, countMax });
  return decisionFor(window, now, limit, windowMs);
}

/** What was taken last did not count after all. */
export function giveBackToRateWindow(
  db: Database,
  { subject }: { subject: string },
): Promise<void> {
  return giveBackToSharedWindow(db, subject);
}
