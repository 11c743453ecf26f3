import { type RateShare, shareIn } from '#core/requests/rate-window.ts';
import type { Database } from '#db/database.ts';
import { giveBackToSharedWindow, takeFromSharedWindow } from '#db/requests/rate-windows.ts';
import type { ActionContext } from './context.ts';

interface ShareWanted {
  subject: string;
  limit: number;
  windowMs: number;
  share: number;
}

/** Takes a share of the requests that the subject may make in its window, over all servers. */
export async function takeFromRateWindow(
  db: Database,
  { share, ...wanted }: ShareWanted,
  context: ActionContext,
): Promise<RateShare> {
  const now = context.now();
  const window = await takeFromSharedWindow(db, { ...wanted, now, share });
  return shareIn(window, share, now, wanted.limit, wanted.windowMs);
}

/** Refunds one request, which did not count after all. */
export function giveBackToRateWindow(
  db: Database,
  { subject }: { subject: string },
): Promise<void> {
  return giveBackToSharedWindow(db, subject);
}
