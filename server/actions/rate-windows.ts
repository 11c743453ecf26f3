import type { RateWindow } from '#core/requests/rate-window.ts';
import type { Database } from '#db/database.ts';
import { giveBackToSharedWindow, takeFromSharedWindow } from '#db/rate-windows.ts';
import type { ActionContext } from './context.ts';

/** So many more requests of that subject, counted over all servers: how the window stands after the last of them. */
export function takeFromRateWindow(
  db: Database,
  asked: { subject: string; count: number; limit: number; windowMs: number },
  context: ActionContext,
): Promise<RateWindow> {
  return takeFromSharedWindow(db, { ...asked, now: context.now() });
}

/** What was taken last did not count after all. */
export function giveBackToRateWindow(
  db: Database,
  { subject }: { subject: string },
): Promise<void> {
  return giveBackToSharedWindow(db, subject);
}
